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
    const request = exampleRequest(document, forFetch(operation));
    return request ? [{ operationId: operation.operationId, ...request }] : [];
  });
}

function isRead({ method }: Pick<DocumentOperation, "method">): boolean {
  return method === "get" || method === "head";
}

function needsBodyInGet(operation: DocumentOperation): boolean {
  return isRead(operation) && operation.requestBody?.required === true;
}

/** Headers that `fetch` sends by itself: what it says there needn't be what the document allows. */
const ownHeaders = ["accept-language", "user-agent"];

function forFetch({ requestBody, ...operation }: DocumentOperation): DocumentOperation {
  const parameters = operation.parameters.map((one) =>
    one.in === "header" && ownHeaders.includes(one.name.toLowerCase()) ? { ...one, required: true } : one,
  );
  return { ...operation, parameters, ...(requestBody && !isRead(operation) && { requestBody }) };
}

function asksForProxy({ responses }: DocumentOperation): boolean {
  return Object.keys(responses).every((status) => status === "407");
}
