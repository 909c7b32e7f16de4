/** Marks a mocked response that doesn't fit the document, for example because a schema contradicts itself. */
export const misfitHeader = "X-Mock-Warning";

/** @param headers keyed by lower-case name */
export function isMarkedMisfit(headers: Record<string, string>): boolean {
  return headers[misfitHeader.toLowerCase()] !== undefined;
}
