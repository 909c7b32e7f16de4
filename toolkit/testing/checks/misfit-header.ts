/** Marks an answer of the mock's for which it found nothing that fits the document, such as a schema that contradicts itself. */
export const misfitHeader = "X-Mock-Warning";

/** @param headers with names in lower case */
export function isMarkedMisfit(headers: Record<string, string>): boolean {
  return headers[misfitHeader.toLowerCase()] !== undefined;
}
