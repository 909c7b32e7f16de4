import { type ApiDocument, type DocumentOperation, essence, isJson } from "@counterpart/server/document";
import { setOwn } from "@counterpart/server/values";
import { bodyValues } from "./body-values.ts";
import { placeholderCredentials } from "./credentials.ts";
import { addParameter, emptyRequest, type HttpRequest, isCredential, joined } from "./http-request.ts";
import { sentParameters, serialise } from "./parameter-text.ts";
import { parameterValues } from "./parameter-values.ts";
import { type SampleBody, sampleBody, sampleParameter } from "./sample-values.ts";
import { reasonAgainst } from "./values/arbitraries.ts";

export interface ExampleRequest {
  method: string;
  /** The path and the query, with all parameters. */
  path: string;
  /** Unencoded. */
  pathParams: Record<string, string>;
  /** With a placeholder credential for each security scheme of the first alternative. */
  headers: Record<string, string>;
  /** The body as a value and as text; undefined without one. */
  json?: unknown;
  body?: string;
  /** The body as a value, if it is a URL-encoded form. */
  fields?: unknown;
}

interface Example {
  request: HttpRequest;
  pathParams: Record<string, string>;
  body?: SampleBody;
}

/**
 * A valid request with the required parts only. Values are the document's examples, or generated if there are
 * none or they are invalid. Undefined if no valid request can be made.
 * @param invented whether to generate an optional body too; otherwise, it is sent only if it has an example
 */
export function exampleOf(
  document: ApiDocument,
  operation: DocumentOperation,
  { invented = false }: { invented?: boolean } = {},
): Example | undefined {
  const { parameters, requestBody } = operation;
  const request = emptyRequest(operation, placeholderCredentials(document, operation));
  const pathParams: Record<string, string> = {};
  for (const parameter of sentParameters(parameters)) {
    const { in: place, name, required } = parameter;
    if ((!required && place !== "path") || isCredential(request, parameter)) continue;
    const value = sampleParameter(document, parameter);
    const text = serialise(parameter, value);
    if (text === undefined) return undefined;
    if (place === "path") setOwn(pathParams, name, String(value));
    addParameter(request, parameter, text);
  }
  const body =
    requestBody && exampleBody(document, { ...requestBody, required: invented || requestBody.required });
  if (requestBody?.required && body === undefined) return undefined;
  const encoded = body?.encode(body.value);
  if (!body || !encoded) return { request, pathParams };
  request.headers.push(["Content-Type", encoded.contentType]);
  return { request: { ...request, body: encoded.bytes }, pathParams, body };
}

/** Why `exampleOf` has none: the first part that couldn't be made. */
export function whyNoExample(document: ApiDocument, operation: DocumentOperation): string {
  const { parameters, requestBody } = operation;
  const request = emptyRequest(operation, placeholderCredentials(document, operation));
  for (const parameter of sentParameters(parameters)) {
    if ((!parameter.required && parameter.in !== "path") || isCredential(request, parameter)) continue;
    const { values } = parameterValues(document, parameter, { charset: "token" });
    const reason = reasonAgainst(values);
    if (reason !== undefined) return `${parameter.in} ${parameter.name}: ${reason}`;
  }
  const reasons = Object.entries(requestBody?.content ?? {}).map(([mediaType, content]) => {
    const values = () => bodyValues(document, mediaType, content, { charset: "token" }).values();
    return `body as ${mediaType}: ${reasonAgainst(values)}`;
  });
  return reasons.join("; ") || "the body has no media type";
}

/** Says what was tried, and what helps. */
export function noRequestText(reason: string): string {
  return `No valid request was found, neither among the examples nor by generating values: ${reason}. Write an example of it, or check that a value can fit its schema.`;
}

/** Like `exampleOf`, with the credentials among the other parts. */
export function exampleRequest(
  document: ApiDocument,
  operation: DocumentOperation,
): ExampleRequest | undefined {
  const example = exampleOf(document, operation);
  if (!example) return undefined;
  const { request, pathParams, body } = example;
  const { target, headers: lines } = joined(request);
  const headers = Object.fromEntries(lines);
  const isForm = body && essence(body.mediaType) === "application/x-www-form-urlencoded";
  return {
    method: request.method,
    path: target,
    pathParams,
    headers,
    ...(body && isJson(headers["Content-Type"]) && { json: body.value }),
    ...(isForm && { fields: body.value }),
    ...(request.body && { body: request.body.toString() }),
  };
}

/** Prefers JSON. An optional body is sent only if the document has an example. */
export function exampleBody(
  document: ApiDocument,
  { content, required }: NonNullable<DocumentOperation["requestBody"]>,
): SampleBody | undefined {
  const types = Object.entries(content).sort(([one], [two]) => Number(isJson(two)) - Number(isJson(one)));
  for (const type of types) {
    const body = sampleBody(document, type, { invented: required });
    if (body) return body;
  }
  return undefined;
}
