import type { RequestHandler } from "express";
import type { ApiDocument, DocumentOperation } from "../../document/document.ts";
import { essence } from "../../document/media-types.ts";
import { coerce } from "../../request/coerce.ts";
import { parameterReader } from "../../request/parameters.ts";
import { queryPairs } from "../../request/query-string.ts";
import { unknownQueryParameters } from "../../request/unknown-query.ts";
import type { OperationValidators, RequestInput } from "../../validation/operation-validator.ts";
import { contextOf } from "../context.ts";
import { ApiError } from "../errors/api-error.ts";

/** Refuses requests that aren't as documented, and puts what the others say in the context as `input`. */
export function validateRequest(document: ApiDocument, validators: OperationValidators): RequestHandler {
  const readers = new Map<DocumentOperation, ReturnType<typeof parameterReader>>();
  function readerOf(operation: DocumentOperation): ReturnType<typeof parameterReader> {
    const reader = readers.get(operation) ?? parameterReader(document, operation);
    readers.set(operation, reader);
    return reader;
  }

  return (req, res, next) => {
    const context = contextOf(res);
    const { operation, bodyType } = context;
    if (!operation) return next();
    const input: RequestInput = readerOf(operation)(req, context.pathParams);
    if (bodyType !== undefined) input.body = bodyOf(document, operation, { bodyType, body: req.body });
    context.input = input;
    const unknown = unknownQuery(document, operation, req.originalUrl);
    const invalid = validators(operation).validateRequest(input, bodyType);
    const violations = invalid ? [...new Set([...invalid, ...unknown])] : unknown;
    next(violations.length > 0 ? new ApiError("VALIDATION_ERROR", sentence(violations)) : undefined);
  };
}

/** Operations that document how a malformed request is refused refuse parameters that they don't know. */
function unknownQuery(document: ApiDocument, operation: DocumentOperation, url: string): string[] {
  if (!operation.responses["400"] && !operation.responses["422"]) return [];
  const pairs = queryPairs(url);
  return pairs.length === 0
    ? []
    : unknownQueryParameters(
        document,
        operation,
        pairs.map(([name]) => name),
      );
}

/** A body as its schema types it: of forms texts become numbers, of bytes a Blob. */
function bodyOf(
  document: ApiDocument,
  { requestBody }: DocumentOperation,
  { bodyType, body }: { bodyType: string; body: unknown },
): unknown {
  if (Buffer.isBuffer(body)) return new Blob([new Uint8Array(body)], { type: essence(bodyType) });
  const isForm = /^(multipart\/form-data|application\/x-www-form-urlencoded)$/.test(essence(bodyType));
  return isForm ? coerce(document, requestBody?.content[bodyType]?.schema, body) : body;
}

const maxViolations = 5;

function sentence(violations: string[]): string {
  const rest = violations.length - maxViolations;
  const first = violations.slice(0, maxViolations).join("; ");
  return `Invalid request: ${first}${rest > 0 ? `; and ${rest} more` : ""}.`;
}
