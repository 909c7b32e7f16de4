/** Advice on operations for which the mock has no conforming response; empty if there are none. */
export function nonconformingAdvice(operationIds: string[]): string {
  if (operationIds.length === 0) return "";
  return [
    "Advice: no value was found that fits the document's schema of the response:",
    `  ${someOf(operationIds)}`,
    "A handler's answers would be refused too. Correct the schema, or write an example that fits it.",
  ].join("\n");
}

/** The limit on operations named in advice. */
const maxNamed = 3;

/** `getCart, payCart, addLine and 4 more` */
export function someOf(operationIds: string[]): string {
  const more = operationIds.length > maxNamed ? ` and ${operationIds.length - maxNamed} more` : "";
  return operationIds.slice(0, maxNamed).join(", ") + more;
}
