/** The id of an object that may be expanded in the response. */
export function idOf(expandable: string | { id: string } | null): string | null {
  return typeof expandable === "string" ? expandable : (expandable?.id ?? null);
}
