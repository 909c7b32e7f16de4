import type { DocumentOperation, Response } from "../../document/document.ts";
import { responseFor } from "../../document/response-for.ts";
import { ContractViolation } from "../../validation/contract-violation.ts";
import { ApiError } from "./api-error.ts";
import { InvalidBody } from "./invalid-body.ts";

/** By the status of a refusal, others that mean the same to the client, the closest first. */
const alternatives: Record<number, number[]> = {
  400: [422],
  401: [403],
  403: [401, 404],
  406: [400, 422],
  409: [422, 400],
  412: [409, 400],
  413: [400, 422],
  415: [400, 422],
  422: [409, 400],
  429: [503],
  500: [503],
};

/** The status for a refusal: its own, or the closest one that the document has instead. */
export function documentedStatus(responses: Record<string, Response>, status: number): number {
  // An invalid request is a 422 if only that is spelled out beside `4XX` or `default`.
  const isDocumented = status === 400 ? responses[status] : responseFor(responses, status);
  if (isDocumented) return status;
  return alternatives[status]?.find((one) => responses[one] !== undefined) ?? status;
}

/** Replaces an undocumented `ApiError` from a handler or middleware with a `ContractViolation`. */
export function withDocumentedStatus({ operationId, responses }: DocumentOperation, error: unknown): unknown {
  if (!(error instanceof ApiError) || error instanceof InvalidBody || responseFor(responses, error.status))
    return error;
  return new ContractViolation(`${operationId} refused with ${error.status}, which it doesn't document.`, {
    cause: error,
    messageWithValues: () =>
      `${operationId} refused with ${error.status}, which it doesn't document: ${error.message}`,
  });
}
