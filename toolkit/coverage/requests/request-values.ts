import {
  type ApiDocument,
  type DocumentOperation,
  type Parameter,
  queryCredentials,
  type Schema,
} from "../../document/document.ts";
import { isJson } from "../../document/media-types.ts";
import { own } from "../../document/own.ts";
import { type ClosedSchema, definitionOf } from "../../document/schemas/closed-schema.ts";
import { summarizeSchema } from "../../document/schemas/summarize-schema.ts";
import { mayBeEmpty } from "../../document/value-style.ts";
import { pathReader } from "../../testing/answer-faults.ts";
import type { Exchange } from "../../testing/checking-fetch.ts";

/** A request in the parts that a document describes. */
export interface SentRequest {
  path: Record<string, string>;
  query: URLSearchParams;
  /** By name in lower case. */
  headers: Record<string, string>;
  cookies: Record<string, string>;
  /** Undefined without one, or with an empty one. */
  body: SentBody | undefined;
  /** Carries a query parameter that the operation doesn't have. */
  hasUnknownQuery: boolean;
}

interface SentBody {
  mediaType: string;
  /** As JSON. */
  isReadable: boolean;
  value: unknown;
}

/** Reads a request as the operation's document has it. */
export function sentRequest(
  document: ApiDocument,
  operation: DocumentOperation,
  { method, path, query, requestBody, requestHeaders }: Exchange,
): SentRequest {
  const search = new URLSearchParams(query);
  const rest = { search: query, headers: Object.entries(requestHeaders) };
  const read = pathReader(document)(method, path, () => rest);
  return {
    path: read?.parameters ?? {},
    query: search,
    headers: requestHeaders,
    cookies: cookies(requestHeaders.cookie),
    body: bodyOf(requestBody, requestHeaders["content-type"]),
    hasUnknownQuery: hasUnknownQuery(document, operation, search),
  };
}

/** `filter[name]` and `tag[]` are `filter` and `tag`. For an exploded object, any name is possible. */
function hasUnknownQuery(
  document: ApiDocument,
  { parameters, security }: DocumentOperation,
  query: URLSearchParams,
): boolean {
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  if (inQuery.some(({ isWholeQuery }) => isWholeQuery)) return false;
  if (inQuery.some(({ schema }) => summarizeSchema(document, schema).types.has("object"))) return false;
  const known = new Set([...inQuery.map(({ name }) => name), ...queryCredentials(document, { security })]);
  return [...query.keys()].some((name) => !known.has(name) && !known.has(name.replace(/\[.*$/, "")));
}

function cookies(header = ""): Record<string, string> {
  const pairs = header.split(";").map((pair) => pair.split("="));
  return Object.fromEntries(
    pairs.map(([name = "", ...value]) => [name.trim(), decoded(value.join("=").trim())]),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function bodyOf(text: string | undefined, mediaType = ""): SentBody | undefined {
  if (text === undefined || text === "") return undefined;
  if (!isJson(mediaType)) return { mediaType, isReadable: false, value: text };
  try {
    return { mediaType, isReadable: true, value: JSON.parse(text) };
  } catch {
    return { mediaType, isReadable: false, value: undefined };
  }
}

/** A parameter's value in the type of its schema, or its text; undefined when it wasn't sent. */
export function parameterValue(schema: ClosedSchema, parameter: Parameter, request: SentRequest): unknown {
  const types = typesOf(schema, schema);
  const texts = textsOf(parameter, types.includes("array"), request);
  if (texts === undefined || (mayBeEmpty(parameter) && texts.every((text) => text === ""))) return undefined;
  if (!types.includes("array")) return typed(texts[0] ?? "", types);
  const itemTypes = typesOf(schema, (schema.items ?? {}) as Schema);
  return texts.map((text) => typed(text, itemTypes));
}

function typesOf({ $defs }: ClosedSchema, node: Schema): unknown[] {
  const target = typeof node.$ref === "string" ? (own($defs, definitionOf(node.$ref)) ?? {}) : node;
  return [target.type].flat();
}

function textsOf(
  { in: place, name, style = "form", explode, isWholeQuery }: Parameter,
  isList: boolean,
  { path, query, headers, cookies }: SentRequest,
): string[] | undefined {
  if (isWholeQuery) return query.size > 0 ? [query.toString()] : undefined;
  if (place === "query") {
    const all = [...query.getAll(name), ...query.getAll(`${name}[]`)];
    if (all.length === 0) return undefined;
    const isRepeated = explode ?? style === "form";
    const separator = { spaceDelimited: " ", pipeDelimited: "|" }[style] ?? ",";
    return isList && !isRepeated ? all.flatMap((text) => text.split(separator)) : all;
  }
  const sent = { path, header: headers, cookie: cookies }[place];
  const text = own(sent, place === "header" ? name.toLowerCase() : name);
  if (text === undefined) return undefined;
  return isList ? text.split(",").map((one) => one.trim()) : [text];
}

function typed(text: string, types: unknown[]): unknown {
  const isNumeric = types.includes("integer") || types.includes("number");
  if (isNumeric && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  return text;
}
