import type { ApiDocument, DocumentOperation } from "@counterpart/server/document/document";
import { type ExampleRequest, exampleRequest } from "../samples/example-request.ts";

/** The operation with this id. @throws if the document has none */
export function operationOf(document: ApiDocument, operationId: string): DocumentOperation {
  const operation = document.operations.find((one) => one.operationId === operationId);
  if (!operation) throw new Error(`The document has no operation ${operationId}.`);
  return operation;
}

/** A request made from the document's examples. @throws if none can be made */
export function exampleRequestOf(document: ApiDocument, operationId: string): ExampleRequest {
  const request = exampleRequest(document, operationOf(document, operationId));
  if (!request)
    throw new Error(
      `No valid request can be generated for ${operationId}: the document has no example of a required part.`,
    );
  return request;
}
