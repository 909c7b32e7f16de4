import { type ApiDocument, type DocumentOperation, resolve } from "../document/document.ts";

/** A request as the document's own examples have it. */
export interface ExampleRequest {
  method: string;
  /** With the parameters filled in. */
  path: string;
  pathParams: Record<string, string>;
  body: unknown;
}

/** The operation of this id. Throws when the document has none. */
export function operationOf(document: ApiDocument, operationId: string): DocumentOperation {
  const operation = document.operations.find((one) => one.operationId === operationId);
  if (!operation) throw new Error(`The document has no operation ${operationId}.`);
  return operation;
}

/** Fills in an operation from the examples of its parameters and its body. */
export function exampleRequest(document: ApiDocument, operation: DocumentOperation): ExampleRequest {
  const pathParams: Record<string, string> = {};
  for (const parameter of operation.parameters) {
    if (parameter.in === "path") pathParams[parameter.name] = String(parameter.example);
  }
  const [content] = Object.values(operation.requestBody?.content ?? {});
  const [example] = Object.values(content?.examples ?? {});
  return {
    method: operation.method.toUpperCase(),
    path: operation.path.replace(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(pathParams[name] ?? "")),
    pathParams,
    body: content?.example ?? (example && resolve(document, example).value),
  };
}
