import type { ApiDocument } from "../document/document.ts";
import { type ExampleRequest, exampleRequest } from "../samples/example-request.ts";

export interface OperationExample extends ExampleRequest {
  operationId: string;
}

/** A valid request for each operation, made of the document's examples; none where it lacks one for a required body. */
export function exampleRequests(document: ApiDocument): OperationExample[] {
  return document.operations.flatMap((operation) => {
    const request = exampleRequest(document, operation);
    return request ? [{ operationId: operation.operationId, ...request }] : [];
  });
}
