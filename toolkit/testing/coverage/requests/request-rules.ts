import {
  type ApiDocument,
  type DocumentOperation,
  findMediaType,
  isJson,
  keyNames,
  type Parameter,
  type Schema,
  sentMediaType,
  summarizeSchema,
} from "@counterpart/server/document";
import { type Parameters, parameterReader } from "@counterpart/server/request";
import { closeSchema } from "@counterpart/server/schemas";
import { own } from "@counterpart/server/values";
import type { Exchange } from "../../checks/exchange.ts";
import { pathReader } from "../../judge/document/find-operation.ts";
import { type Reading, type Rule, schemaRules } from "../schema-rules.ts";

/** A rule of an operation's parameters or body. */
export interface RequestRule extends Omit<Rule, "read"> {
  read(request: SentRequest): Reading[];
}

/**
 * The rules of an operation's requests, one per keyword. Bodies that aren't JSON and parameters that are objects have none,
 * because they can't be read from a request's text.
 */
export function requestRules(document: ApiDocument, operation: DocumentOperation): RequestRule[] {
  const rules = [
    ...operation.parameters.flatMap((parameter) => parameterRules(document, parameter)),
    ...bodyRules(document, operation),
  ];
  // An operation that documents no response to invalid requests can't show a refusal.
  const refuses = ["400", "422", "4XX", "default"].some((status) => operation.responses[status]);
  return refuses ? rules : rules.map((rule) => ({ ...rule, canBeViolated: false }));
}

function parameterRules(document: ApiDocument, parameter: Parameter): RequestRule[] {
  const schema = closeSchema(document, parameter.schema, "request");
  const name = `${parameter.in}.${parameter.name}`;
  const source = { name, isText: true, isPath: parameter.in === "path" };
  const rules: RequestRule[] = schemaRules(schema, source).map((rule) => ({
    ...rule,
    read: (request) => rule.read(parameterValue(parameter, request)),
  }));
  if (parameter.required) {
    rules.unshift(
      presence(name, parameter.in !== "path", (request) => parameterValue(parameter, request) !== undefined),
    );
  }
  return isObjectSchema(schema) ? [] : rules;
}

/** An approximation, since there is no value to check. */
function isObjectSchema({ type, properties }: Schema): boolean {
  return [type].flat().includes("object") || properties !== undefined;
}

function bodyRules(document: ApiDocument, { requestBody }: DocumentOperation): RequestRule[] {
  if (!requestBody) return [];
  const types = Object.keys(requestBody.content);
  // Each of a thousand rules asks about the same request.
  let last: { sent: string; type: string | undefined } | undefined;
  const typeOf = (sent: string) => {
    if (last?.sent !== sent) last = { sent, type: findMediaType(types, sent) };
    return last.type;
  };
  const rules = types.flatMap((type) => {
    const media = requestBody.content[type];
    const schema = media?.schema;
    if (!schema || !isJson(sentMediaType(document, type, media))) return [];
    const name = types.length === 1 ? "body" : `body<${type}>`;
    const source = { name, isText: false, isPath: false };
    return schemaRules(closeSchema(document, schema, "request"), source).map((rule) => ({
      ...rule,
      read: ({ body }: SentRequest) =>
        body?.isReadable && typeOf(body.mediaType) === type ? rule.read(body.value) : [],
    }));
  });
  return requestBody.required ? [presence("body", true, ({ body }) => body !== undefined), ...rules] : rules;
}

function presence(
  name: string,
  canBeViolated: boolean,
  isThere: (request: SentRequest) => boolean,
): RequestRule {
  return {
    place: name,
    keyword: "required",
    ways: [""],
    canBeViolated,
    isAlternative: false,
    read: (request) => [{ at: name, side: isThere(request) ? "satisfied" : "violated", way: "" }],
  };
}

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
function parameterValue({ in: place, name }: Parameter, { parameters }: SentRequest): unknown {
  return own(parameters[fields[place]], name);
}
