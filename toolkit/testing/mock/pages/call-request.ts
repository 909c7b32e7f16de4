import type { ApiDocument, DocumentOperation } from "@counterpart/server/document/document";
import type { ExampleRequest } from "../../samples/example-request.ts";
import { placeholderCredentials } from "../../samples/placeholder-credentials.ts";
import { addCredentials, addParameter, joined, requestParts } from "../../samples/request-parts.ts";
import type { Answer, Call } from "./call.ts";
import { sentField } from "./field-text.ts";

export type CallRequest = Pick<ExampleRequest, "method" | "path" | "headers" | "body">;

/** The request of a call, which selects the answer by the mock's own parameters. */
export function callRequest(
  { document, basePath }: { document: ApiDocument; basePath: string },
  operation: DocumentOperation,
  { fields, sendsCredential, body, answer }: Call,
): CallRequest {
  const parts = requestParts(operation.path);
  if (sendsCredential) addCredentials(parts, placeholderCredentials(document, operation));
  for (const { parameter, value, isSent } of fields) {
    if (isSent) addParameter(parts, parameter, sentField(document, parameter, value));
  }
  if (answer) for (const pair of preferences(answer, operation)) parts.query.add(pair);
  const { path, headers } = joined(parts);
  const isEmpty = body === undefined || body.text === "";
  return {
    method: operation.method.toUpperCase(),
    path: basePath + path,
    headers: isEmpty ? headers : { ...headers, "Content-Type": body.contentType },
    ...(!isEmpty && { body: body.text }),
  };
}

function preferences({ key, example }: Answer, { responses }: DocumentOperation): string[] {
  const code = `__code=${statusFor(key, Object.keys(responses))}`;
  return example === undefined ? [code] : [code, `__example=${encodeURIComponent(example)}`];
}

/** A status that this key describes: 404 for `404`, the first that has no key for `4XX` and `default`. */
function statusFor(key: string, keys: string[]): number {
  if (/^\d{3}$/.test(key)) return Number(key);
  const first = key === "default" ? 500 : Number(`${key[0]}00`);
  const hundred = Array.from({ length: 100 }, (_, more) => first + more);
  return hundred.find((status) => !keys.includes(String(status))) ?? first;
}
