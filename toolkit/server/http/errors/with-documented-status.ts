import type { DocumentOperation } from "../../document/document.ts";
import { responseFor } from "../../document/response-for.ts";
import { ContractViolation } from "../../validation/contract-violation.ts";
import { ApiError } from "./api-error.ts";
import { InvalidBody } from "./invalid-body.ts";

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
