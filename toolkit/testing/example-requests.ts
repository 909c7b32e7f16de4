import type { ApiDocument } from "../document/document.ts";
import { type ExampleRequest, exampleRequest } from "../samples/example-request.ts";

export interface OperationExample extends ExampleRequest {
  operationId: string;
}

/**
 * A valid request for each operation, as `exampleRequest` makes them; none where no value fits a required part, and none
 * for TRACE, which `fetch` doesn't send.
 */
export function exampleRequests(document: ApiDocument): OperationExample[] {
  return document.operations.flatMap((operation) => {
    if (operation.method === "trace") return [];
    const request = exampleRequest(document, operation);
    return request ? [{ operationId: operation.operationId, ...request }] : [];
  });
}
