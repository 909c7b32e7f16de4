import type { ApiDocument } from "../document/document.ts";
import { type ExampleRequest, exampleRequest } from "../samples/example-request.ts";

export interface OperationExample extends ExampleRequest {
  operationId: string;
}

/**
 * A valid request for each operation, made by `exampleRequest`. Operations are left out where no valid value is found for a
 * required part, and so is TRACE, which `fetch` doesn't send.
 */
export function exampleRequests(document: ApiDocument): OperationExample[] {
  return document.operations.flatMap((operation) => {
    if (operation.method === "trace") return [];
    const request = exampleRequest(document, operation);
    return request ? [{ operationId: operation.operationId, ...request }] : [];
  });
}
