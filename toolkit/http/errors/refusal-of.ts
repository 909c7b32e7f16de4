import type { DocumentOperation } from "../../document/document.ts";
import { responseFor } from "../../document/response-for.ts";
import { ContractViolation } from "../../validation/contract-violation.ts";
import { ApiError } from "./api-error.ts";

/** What a handler or middleware has thrown: it may refuse only with a status that its operation documents. */
export function refusalOf({ operationId, responses }: DocumentOperation, error: unknown): unknown {
  if (!(error instanceof ApiError) || responseFor(responses, error.status)) return error;
  return new ContractViolation(
    `${operationId} refused with ${error.status}, which it doesn't document.`,
    error,
  );
}
