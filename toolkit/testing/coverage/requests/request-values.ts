import {
  type ApiDocument,
  type DocumentOperation,
  isJson,
  keyNames,
  type Parameter,
  summarizeSchema,
} from "@counterpart/server/document";
import { type Parameters, parameterReader } from "@counterpart/server/request";
import { own } from "@counterpart/server/values";
import type { Exchange } from "../../checks/exchange.ts";
import { pathReader } from "../../judge/document/find-operation.ts";

/** A request split into the parts that a document describes. */
export interface SentRequest {
  parameters: Parameters;
  /** Undefined if missing or empty. */
  body: SentBody | undefined;
  /** Whether the query has a parameter that the operation doesn't define. */
  hasUnknownQuery: boolean;
}

interface SentBody {
  mediaType: string;
  /** Whether it parses as JSON. */
  isReadable: boolean;
  value: unknown;
}

/** Reads a request by its operation's document. */
export function sentRequest(
  document: ApiDocument,
  operation: DocumentOperation,
  { method, path, query, requestBody, requestHeaders }: Exchange,
): SentRequest {
  const search = new URLSearchParams(query);
  const rest = { search: query, headers: Object.entries(requestHeaders) };
  const read = pathReader(document)(method, path, () => rest);
  const readParameters = parameterReader(document, operation);
  const get = (name: string) => own(requestHeaders, name.toLowerCase());
  return {
    parameters: readParameters({ originalUrl: path + query, get }, read?.parameters ?? {}),
    body: bodyOf(requestBody, requestHeaders["content-type"]),
    hasUnknownQuery: hasUnknownQuery(document, operation, search),
  };
}

/** `filter[name]` and `tag[]` belong to `filter` and `tag`. An exploded object allows any name. */
function hasUnknownQuery(
  document: ApiDocument,
  { parameters, security }: DocumentOperation,
  query: URLSearchParams,
): boolean {
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  if (inQuery.some(({ isWholeQuery }) => isWholeQuery)) return false;
  if (inQuery.some(({ schema }) => summarizeSchema(document, schema).types.has("object"))) return false;
  const known = new Set([...inQuery.map(({ name }) => name), ...keyNames(document, { security }, "query")]);
  return [...query.keys()].some((name) => !known.has(name) && !known.has(name.replace(/\[.*$/, "")));
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

const fields = { path: "path", query: "query", header: "headers", cookie: "cookies" } as const;

/** A parameter's value, converted to its schema's type if possible; undefined if it wasn't sent. */
export function parameterValue({ in: place, name }: Parameter, { parameters }: SentRequest): unknown {
  return own(parameters[fields[place]], name);
}
