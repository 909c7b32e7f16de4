/** The limit on operations named in advice. */
const maxNamed = 3;

/** `getCart, payCart, addLine and 4 more` */
export function someOf(operationIds: string[]): string {
  const more = operationIds.length > maxNamed ? ` and ${operationIds.length - maxNamed} more` : "";
  return operationIds.slice(0, maxNamed).join(", ") + more;
}
