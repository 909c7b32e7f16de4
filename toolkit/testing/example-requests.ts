import type { ApiDocument, DocumentOperation } from "../document/document.ts";
import { type ExampleRequest, exampleRequest } from "../samples/example-request.ts";

export interface OperationExample extends ExampleRequest {
  operationId: string;
}

/**
 * A valid request for each operation, made by `exampleRequest`. Operations are left out where no valid value is found for a
 * required part, and what `fetch` can't send or receive: TRACE, a GET that needs a body, and nothing but 407.
 */
export function exampleRequests(document: ApiDocument): OperationExample[] {
  return document.operations.flatMap((operation) => {
    if (operation.method === "trace" || needsBodyInGet(operation) || asksForProxy(operation)) return [];
    const request = exampleRequest(document, isBodiless(operation) ? withoutBody(operation) : operation);
    return request ? [{ operationId: operation.operationId, ...request }] : [];
  });
}

function isBodiless({ method }: DocumentOperation): boolean {
  return method === "get" || method === "head";
}

function needsBodyInGet(operation: DocumentOperation): boolean {
  return isBodiless(operation) && operation.requestBody?.required === true;
}

function withoutBody({ requestBody: _, ...operation }: DocumentOperation): DocumentOperation {
  return operation;
}

function asksForProxy({ responses }: DocumentOperation): boolean {
  return Object.keys(responses).every((status) => status === "407");
}
