import type { ApiDocument, DocumentOperation } from "@counterpart/server/document/document";
import { essence, isJson } from "@counterpart/server/document/media-types";
import { setOwn } from "@counterpart/server/document/own";
import { sentParameters, serialise } from "./parameter-text.ts";
import { placeholderCredentials } from "./placeholder-credentials.ts";
import { addCredentials, addParameter, joined, requestParts } from "./request-parts.ts";
import { type SampleBody, sampleBody, sampleParameter } from "./sample-values.ts";

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

/**
 * A valid request with the required parts only. Values are the document's examples, or generated if there are
 * none or they are invalid. Undefined if no valid request can be made.
 */
export function exampleRequest(
  document: ApiDocument,
  operation: DocumentOperation,
): ExampleRequest | undefined {
  const { method, parameters, requestBody } = operation;
  const parts = requestParts(operation.path);
  const pathParams: Record<string, string> = {};
  for (const parameter of sentParameters(parameters)) {
    const { in: place, name, required } = parameter;
    if (!required && place !== "path") continue;
    const value = sampleParameter(document, parameter);
    const text = serialise(parameter, value);
    if (text === undefined) return undefined;
    if (place === "path") setOwn(pathParams, name, String(value));
    addParameter(parts, parameter, text);
  }
  addCredentials(parts, placeholderCredentials(document, operation));
  const body = requestBody && exampleBody(document, requestBody);
  if (requestBody?.required && body === undefined) return undefined;
  const encoded = body?.encode(body.value);
  const { path, headers } = joined(parts);
  return {
    method: method.toUpperCase(),
    path,
    pathParams,
    headers: { ...headers, ...(encoded && { "Content-Type": encoded.contentType }) },
    ...(body && isJson(encoded?.contentType) && { json: body.value }),
    ...(body && essence(body.mediaType) === "application/x-www-form-urlencoded" && { fields: body.value }),
    ...(encoded && { body: encoded.bytes.toString() }),
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
