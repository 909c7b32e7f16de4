import type { ApiDocument, DocumentOperation } from "@counterpart/server/document/document";
import { essence, isJson } from "@counterpart/server/document/media-types";
import { setOwn } from "@counterpart/server/document/own";
import { sendablePath, sentParameters, serialise } from "./parameter-text.ts";
import { placeholderCredentials } from "./placeholder-credentials.ts";
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
  const headers: Record<string, string> = {};
  // Security schemes may share a key.
  const query = new Set<string>();
  const cookies = new Set<string>();
  const pathParams: Record<string, string> = {};
  let path = sendablePath(operation.path);
  for (const parameter of sentParameters(parameters)) {
    const { in: place, name, required } = parameter;
    if (!required && place !== "path") continue;
    const value = sampleParameter(document, parameter);
    const text = serialise(parameter, value);
    if (text === undefined) return undefined;
    if (place === "path") {
      setOwn(pathParams, name, String(value));
      path = path.replaceAll(`{${name}}`, () => text);
    } else if (place === "query") query.add(text);
    else if (place === "cookie") cookies.add(text);
    else setOwn(headers, name, text);
  }
  const credentials = placeholderCredentials(document, operation);
  Object.assign(headers, credentials.headers);
  for (const pair of credentials.query) query.add(pair);
  for (const pair of credentials.cookies) cookies.add(pair);
  if (cookies.size > 0) headers.Cookie = [...cookies].join("; ");
  const body = requestBody && exampleBody(document, requestBody);
  if (requestBody?.required && body === undefined) return undefined;
  const encoded = body?.encode(body.value);
  return {
    method: method.toUpperCase(),
    path: query.size > 0 ? `${path}?${[...query].join("&")}` : path,
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
