import { maxHeaderSize, validateHeaderValue } from "node:http";
import { headerText } from "@counterpart/client/messages";
import { cookiePairs, serializePath, serializeQuery, writeBody } from "@counterpart/client/requests";
import type { ApiDocument } from "../../document/document.ts";
import { keyParameter } from "../../document/idempotency.ts";
import { isReadByItem } from "../../document/item-stream.ts";
import { isJson, sendableMediaType } from "../../document/media-types.ts";
import { setOwn } from "../../document/own.ts";
import { summarizeSchema } from "../../document/schemas/summarize-schema.ts";
import { sentPath } from "../../document/selectors.ts";
import { bodyTypes } from "../../request/body-types.ts";
import { parameterStyles } from "../../request/parameter-styles.ts";
import { queryPairs } from "../../request/query-string.ts";
import type { Argument } from "../tools/argument.ts";
import { valueAt } from "../tools/argument-places.ts";
import { isSameHeader } from "../tools/placed-arguments.ts";
import type { ToolArguments } from "../tools/tool-arguments.ts";
import type { OperationTool } from "../tools/tools.ts";
import { ArgumentError } from "./argument-error.ts";
import type { Credentials } from "./credentials.ts";
import type { CallRequest } from "./send-call.ts";

export interface CallParts {
  document: ApiDocument;
  /** Prefix of every path of the document. */
  basePath: string;
  credentials: Credentials;
  /** A UUID, for headers that differ from call to call, such as `Idempotency-Key`. */
  uniqueId: string;
}

/**
 * The request of a tool call. Arguments become values only: method, path and host are the document's.
 * @param given conform to the tool's schema
 * @throws ArgumentError for arguments that no request can carry
 */
export async function callRequest(
  { operation, arguments: toArguments }: OperationTool,
  given: Record<string, unknown>,
  { document, basePath, credentials, uniqueId }: CallParts,
): Promise<CallRequest> {
  const known = toArguments();
  const values = { path: {}, query: {}, header: {}, cookie: {} } as Record<string, Record<string, unknown>>;
  const fields: Record<string, unknown> = {};
  let body: unknown;
  for (const argument of known.list) {
    const { place, target, fixed } = argument;
    const value = fixed ? fixed.value : readArgument(document, argument, given);
    if (place === "field") {
      if (value !== undefined) setOwn(fields, target, value);
    } else if (place === "body") body = value;
    else if (value !== undefined) {
      if (!isSendable(value)) throw new ArgumentError(`The argument ${argument.name} must be valid Unicode.`);
      setOwn(values[place] ?? {}, target, value);
    }
  }
  const isSpread = known.bodyType !== undefined && known.list.every(({ place }) => place !== "body");
  if (isSpread) body = withOthers(known, given, fields);
  const styles = parameterStyles(document, operation.parameters);
  const refuseOthers = refuserOfOthers(document, operation, known);
  const path = written(() => serializePath(sentPath(operation.path), values.path ?? {}, styles.path));
  const queries = Object.entries(values.query ?? {}).map(([name, value]) => {
    const text = written(() => serializeQuery({ [name]: value }, styles.query));
    refuseOthers("query", name, queryPairs(`?${text}`));
    return text;
  });
  const query = [...queries, ...credentials.query].filter((one) => one !== "").join("&");
  const cookies = Object.entries(values.cookie ?? {}).flatMap(([name, value]) => {
    const pairs = written(() => cookiePairs(name, value, styles.cookie?.[name]));
    const parts = pairs.map((pair) => pair.split("="));
    refuseOthers("cookie", name, parts);
    return pairs;
  });
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(values.header ?? {})) {
    const text = written(() => headerText(value, styles.header?.[name]));
    if (text === undefined) continue;
    written(() => validateHeaderValue(name, text));
    setOwn(headers, name, text);
  }
  for (const name of known.generated) setOwn(headers, name, uniqueId);
  const key = keyParameter(operation);
  if (key && !Object.keys(headers).some((name) => isSameHeader(name, key.name)))
    setOwn(headers, "idempotency-key", uniqueId);
  const cookie = [...credentials.cookies, ...cookies].join("; ");
  const content = body === undefined ? undefined : await writtenBody(document, operation, known, body);
  const request = {
    method: operation.method.toUpperCase(),
    target: `${basePath}${path}${query === "" ? "" : `?${query}`}`,
    headers: {
      accept: accepted(operation),
      ...headers,
      ...credentials.headers,
      ...(cookie !== "" && { cookie }),
      // Node adds no length to DELETE.
      ...(content && { "content-type": content.type, "content-length": String(content.bytes.length) }),
    },
    ...(content && { body: content.bytes }),
  };
  const { length } = [request.target, ...Object.entries(request.headers).flat()].join("");
  if (length <= maxHead) return request;
  const longest = known.list
    .filter(({ place }) => place !== "field" && place !== "body")
    .map(({ name, at }) => ({ name, length: JSON.stringify(valueAt(given, at) ?? "").length }))
    .sort((a, b) => b.length - a.length)[0];
  throw new ArgumentError(`The argument ${longest?.name} is too long for a URL or a header.`);
}

/** The members of an exploded object become parameters, which can't be other arguments or credentials. */
function refuserOfOthers(
  { securitySchemes }: ApiDocument,
  { parameters }: OperationTool["operation"],
  { list }: ToolArguments,
) {
  return (place: "query" | "cookie", own: string, pairs: string[][]): void => {
    const keys = Object.values(securitySchemes).flatMap((one) => (one.type === "apiKey" ? [one] : []));
    const others = [...parameters, ...keys].filter((one) => one.in === place && one.name !== own);
    const [other] = pairs.find(([name]) => others.some((one) => one.name === name)) ?? [];
    if (other === undefined) return;
    const argument = list.find((one) => one.place === place && one.target === own);
    throw new ArgumentError(
      `The argument ${argument?.name} can't contain ${other}, which is another parameter.`,
    );
  };
}

/** Characters of a URL and its headers. Node's servers accept no more, and close the connection. */
const maxHead = maxHeaderSize - 512;

/** Whether a URL can carry a value: half of a surrogate pair has no UTF-8. */
function isSendable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  return typeof value !== "object" || value === null || Object.entries(value).flat().every(isSendable);
}

/** What a writer returns. Its TypeError says which argument it can't write. */
function written<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof TypeError) throw new ArgumentError(error.message);
    throw error;
  }
}

/** JSON where the document has it, since only that becomes structured content. */
function accepted({ responses }: OperationTool["operation"]): string {
  const types = Object.entries(responses).flatMap(([status, { content }]) =>
    status.startsWith("2") ? Object.keys(content) : [],
  );
  const json = types.filter((type) => isJson(type) && !type.includes("*"));
  return [...new Set(json), json.length > 0 ? "*/*;q=0.1" : "*/*"].join(", ");
}

/** An argument's value, with Base64 as bytes. */
function readArgument(
  document: ApiDocument,
  { name, at, place, schema, text }: Argument,
  given: Record<string, unknown>,
): unknown {
  const value = valueAt(given, at);
  if (place !== "field" && place !== "body") return text === undefined ? value : filledIn(text, value);
  const { isBinary, items } = summarizeSchema(document, schema);
  if (isBinary && typeof value === "string") return fromBase64(name, value);
  const areBytes = items !== undefined && summarizeSchema(document, items).isBinary;
  if (!areBytes || !Array.isArray(value)) return value;
  return value.map((one) => (typeof one === "string" ? fromBase64(name, one) : one));
}

/** A text with a value at `{value}`. Between quotes, what would end it is escaped (RFC 9110, 5.6.4). */
function filledIn(text: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const words = typeof value === "string" ? value : JSON.stringify(value);
  const [before = "", after = ""] = text.split("{value}");
  const isQuoted = before.endsWith('"') && after.startsWith('"');
  return before + (isQuoted ? words.replaceAll(/["\\]/g, "\\$&") : words) + after;
}

function fromBase64(name: string, text: string): Blob {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) throw new ArgumentError(`The argument ${name} isn't Base64.`);
  return new Blob([Buffer.from(text, "base64")]);
}

/** The body, undefined if it may be left out and no property is given. */
function withOthers(
  { list, isOpen, bodyRequired }: ToolArguments,
  given: Record<string, unknown>,
  fields: Record<string, unknown>,
): Record<string, unknown> | undefined {
  if (isOpen) {
    const names = new Set(list.map(({ at }) => at[0]));
    for (const [name, value] of Object.entries(given)) if (!names.has(name)) setOwn(fields, name, value);
  }
  return bodyRequired || Object.keys(fields).length > 0 ? fields : undefined;
}

async function writtenBody(
  document: ApiDocument,
  { operationId, requestBody }: OperationTool["operation"],
  { bodyType = "" }: ToolArguments,
  value: unknown,
): Promise<{ type: string; bytes: Buffer }> {
  const content = requestBody?.content ?? {};
  const isStream = isReadByItem(bodyType, content[bodyType]) && Array.isArray(value);
  const { body, contentType } = written(() =>
    writeBody(isStream ? itemsOf(value) : value, {
      call: operationId,
      types: bodyTypes(document, content),
      given: sendableMediaType(bodyType, { isBytes: value instanceof Blob }),
    }),
  );
  // Knows the boundary of a form, and reads every kind of body.
  const response = new Response(body as ConstructorParameters<typeof Response>[0]);
  return {
    type: contentType ?? response.headers.get("content-type") ?? bodyType,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** Items one after the other. A `Readable` can't contain null. */
async function* itemsOf(list: unknown[]): AsyncIterable<unknown> {
  yield* list;
}
