/** Marks a mocked response that doesn't fit the document, for example because a schema contradicts itself. */
export const nonconformingHeader = "X-Mock-Warning";

/** @param headers keyed by lower-case name */
export function isMarkedNonconforming(headers: Record<string, string>): boolean {
  return headers[nonconformingHeader.toLowerCase()] !== undefined;
}
