import {
  type ApiDocument,
  type DocumentOperation,
  keyParameter,
  methods,
} from "@counterpart/server/document";
import { operationFinder } from "../judge/document/find-operation.ts";
import {
  type ExampleRequest,
  exampleRequest,
  noRequestText,
  whyNoExample,
} from "../samples/example-request.ts";
import { freshKeys } from "../samples/fresh-keys.ts";

/** The operation with this id. @throws if the document has none */
export function operationOf(document: ApiDocument, operationId: string): DocumentOperation {
  const operation = document.operations.find((one) => one.operationId === operationId);
  if (!operation) throw new Error(`The document has no operation ${operationId}.`);
  return operation;
}

/** A request made from the document's examples. @throws if none can be made */
export function exampleRequestOf(document: ApiDocument, operationId: string): ExampleRequest {
  const operation = operationOf(document, operationId);
  const request = exampleRequest(document, operation);
  if (!request) throw new Error(`${operationId}: ${noRequestText(whyNoExample(document, operation))}`);
  return withFreshKey(document, operation, request);
}

/** The request with another `Idempotency-Key` than the example, which operations often share. */
function withFreshKey(
  document: ApiDocument,
  operation: DocumentOperation,
  request: ExampleRequest,
): ExampleRequest {
  const parameter = keyParameter(operation);
  if (!parameter || request.headers[parameter.name] === undefined) return request;
  const key = freshKeys(document, parameter)();
  return key === undefined ? request : { ...request, headers: { ...request.headers, [parameter.name]: key } };
}

export interface OperationExample extends ExampleRequest {
  operationId: string;
}

/**
 * A valid request for each operation, made by `exampleRequest`. Omits those without a valid request, and those that
 * `fetch` can't call; `untestedOperations` lists them.
 */
export function exampleRequests(document: ApiDocument): OperationExample[] {
  return document.operations.flatMap((operation) => {
    const request = whyUnsendable(operation) === undefined && exampleRequest(document, forFetch(operation));
    return request
      ? [{ operationId: operation.operationId, ...withFreshKey(document, operation, request) }]
      : [];
  });
}

export interface Untested {
  operationId: string;
  reason: string;
}

/** The operations that `exampleRequests` leaves out, and why. */
export function untestedOperations(document: ApiDocument): {
  /** No valid request was found for them: the document needs an example. */
  withoutRequest: Untested[];
  /** `fetch` can't send their requests. */
  unsendable: Untested[];
} {
  const withoutRequest: Untested[] = [];
  const unsendable: Untested[] = [];
  for (const operation of document.operations) {
    const { operationId } = operation;
    const reason = whyUnsendable(operation);
    if (reason !== undefined) unsendable.push({ operationId, reason });
    else if (!exampleRequest(document, forFetch(operation))) {
      const why = whyNoExample(document, forFetch(operation));
      withoutRequest.push({ operationId, reason: noRequestText(why) });
    }
  }
  return { withoutRequest, unsendable };
}

/** Undefined if `fetch` can call the operation and return its response. */
function whyUnsendable(operation: DocumentOperation): string | undefined {
  if (operation.method === "trace") return "fetch doesn't send TRACE";
  if (needsBodyInGet(operation)) return `fetch sends no body with ${operation.method.toUpperCase()}`;
  return asksForProxy(operation) ? "fetch doesn't return 407" : undefined;
}

function isRead({ method }: Pick<DocumentOperation, "method">): boolean {
  return method === "get" || method === "head";
}

function needsBodyInGet(operation: DocumentOperation): boolean {
  return isRead(operation) && operation.requestBody?.required === true;
}

/** Headers that `fetch` sets by itself, to values that the document may not allow. */
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

/**
 * A path that matches no operation of the document, with any method: `/no/such/endpoint`, or a longer one.
 */
export function unmatchedPath(document: ApiDocument): string {
  const find = operationFinder(document);
  const all = [...new Set([...methods, ...document.operations.map(({ method }) => method)])];
  let path = "/no/such/endpoint";
  while (all.some((method) => find(method, path))) path += "/here";
  return path;
}
