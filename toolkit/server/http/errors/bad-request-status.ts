/** The status of a bad request: 422 for an operation that documents 422 but not 400. */
export function badRequestStatus(responses: Record<string, unknown>, status: number): number {
  const { 400: badRequest, 422: unprocessable } = responses;
  return status === 400 && !badRequest && unprocessable ? 422 : status;
}
