/** The status of a bad request: a document that has 422 and not 400 uses 422 for the same purpose. */
export function badRequestStatus(responses: Record<string, unknown>, status: number): number {
  const { 400: badRequest, 422: unprocessable } = responses;
  return status === 400 && !badRequest && unprocessable ? 422 : status;
}
