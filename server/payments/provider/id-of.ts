/** The id of something that the provider's SDK may have expanded. */
export function idOf(expandable: string | { id: string } | null): string | null {
  return typeof expandable === "string" ? expandable : (expandable?.id ?? null);
}
