import type { Exchange, MockBody, MultipartBody } from "./packages.ts";
import { specApi } from "./packages.ts";
import type { Found, Node, Operation, Parameter } from "./services.ts";

// Converts a scenario's bytes on the wire into a caller's values. This is written against OpenAPI's tables instead of
// using the toolkit's own readers, which would hide faults that they share with its client.

export interface Arguments {
  params: Record<Parameter["in"], Record<string, unknown>>;
  headers: Record<string, string>;
  body?: unknown;
}

export async function argumentsOf(
  { operation, pathValues }: Found,
  { request = {} }: Exchange,
  baseUrl: string,
): Promise<Arguments> {
  const { expandDyns } = await specApi();
  const query: Record<string, unknown> = { ...expandDyns(request.query ?? {}, { baseUrl }) };
  const headers = lowerCased(expandDyns(request.headers ?? {}, { baseUrl }));
  const cookies = cookiesOf(headers.cookie);
  const params: Arguments["params"] = { path: {}, query: {}, header: {}, cookie: {} };
  for (const parameter of operation.parameters) {
    const { name } = parameter;
    if (parameter.in === "path") {
      params.path[name] = readValue(parameter, decodeURIComponent(pathValues[name] ?? ""));
    } else if (parameter.in === "query") {
      const taken = queryValue(parameter, query, operation.parameters);
      if (taken !== undefined) params.query[name] = taken;
    } else {
      const values = parameter.in === "header" ? headers : cookies;
      const key = parameter.in === "header" ? name.toLowerCase() : name;
      if (values[key] === undefined) continue;
      params[parameter.in][name] = readValue(parameter, values[key]);
      delete values[key];
    }
  }
  delete headers.cookie;
  // Spector sends the media type of the body, whatever this header says.
  if (request.body) delete headers["content-type"];
  // Undescribed values are sent unchanged.
  Object.assign(params.query, query);
  const args: Arguments = {
    params,
    headers: Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, String(v)])),
  };
  if (request.body) {
    args.body = bodyOf(request.body, operation, baseUrl);
    if (Object.keys(operation.requestContent).length > 1 && !("kind" in request.body)) {
      args.headers["content-type"] = request.body.contentType;
    }
  }
  return args;
}

function lowerCased(headers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function cookiesOf(header: unknown): Record<string, unknown> {
  const pairs = String(header ?? "")
    .split("; ")
    .filter((pair) => pair !== "");
  return Object.fromEntries(pairs.map((pair) => pair.split("=", 2)));
}

/** Takes a parameter's entries out of the query. */
function queryValue(parameter: Parameter, query: Record<string, unknown>, all: Parameter[]): unknown {
  const { name, explode = (parameter.style ?? "form") === "form" } = parameter;
  if (explode && typeOf(parameter.schema) === "object" && !(name in query)) {
    const others = all.filter((one) => one.in === "query" && one !== parameter).map((one) => one.name);
    const own = Object.entries(query).filter(([key]) => !others.includes(key));
    for (const [key] of own) delete query[key];
    return own.length === 0
      ? undefined
      : objectOf(
          own.map(([key, value]) => [key, String(value)]),
          parameter.schema,
        );
  }
  const value = query[name];
  delete query[name];
  return value === undefined ? undefined : readValue(parameter, value);
}

function readValue({ name, in: place, style, explode, schema, content }: Parameter, value: unknown): unknown {
  if (content) return JSON.parse(String(value));
  const type = typeOf(schema);
  if (Array.isArray(value)) return value.map((one) => scalar(String(one), itemsOf(schema)));
  let text = String(value);
  const defaultStyle = place === "path" || place === "header" ? "simple" : "form";
  const isExploded = explode ?? (style ?? defaultStyle) === "form";
  let separator = ",";
  if (style === "label") {
    text = text.slice(1);
    if (isExploded) separator = ".";
  } else if (style === "matrix") {
    text = isExploded && type !== "array" ? text.slice(1) : text.slice(name.length + 2);
    if (type === "object" && isExploded) separator = ";";
    else if (isExploded) separator = `;${name}=`;
    if (type !== "object" && isExploded && type !== "array") text = text.slice(name.length + 1);
  } else if (style === "spaceDelimited") separator = " ";
  else if (style === "pipeDelimited") separator = "|";
  if (type === "array") return text.split(separator).map((one) => scalar(one, itemsOf(schema)));
  if (type !== "object") return scalar(text, schema);
  const parts = text.split(separator);
  const pairs = isExploded
    ? parts.map((part) => part.split("=", 2))
    : parts.flatMap((_, index) => (index % 2 === 0 ? [parts.slice(index, index + 2)] : []));
  return objectOf(pairs as [string, string][], schema);
}

function objectOf(pairs: [string, string][], schema: Node | undefined): Record<string, unknown> {
  const properties = (schema?.properties ?? {}) as Record<string, Node>;
  const others = schema?.additionalProperties as Node | undefined;
  return Object.fromEntries(pairs.map(([key, value]) => [key, scalar(value, properties[key] ?? others)]));
}

/** A text as a value of its schema. */
export function scalar(text: string, schema: Node | undefined): unknown {
  const type = typeOf(schema);
  if (type === "integer" || type === "number") return Number(text);
  return type === "boolean" ? text === "true" : text;
}

function itemsOf(schema: Node | undefined): Node | undefined {
  return (schema?.items ?? alternatives(schema).find((one) => one.items)?.items) as Node | undefined;
}

function typeOf(schema: Node | undefined): string | undefined {
  const types = [schema, ...alternatives(schema)].flatMap((one) => one?.type ?? []) as string[];
  return types.find((type) => type !== "null");
}

function alternatives(schema: Node | undefined): Node[] {
  return ["allOf", "anyOf", "oneOf"].flatMap((word) => (schema?.[word] ?? []) as Node[]);
}

function bodyOf(body: MockBody | MultipartBody, operation: Operation, baseUrl: string): unknown {
  if ("kind" in body) return partsOf(body, operation);
  const { contentType, rawContent } = body;
  if (Buffer.isBuffer(rawContent) && !/json|^text\//.test(contentType)) {
    return new Blob([new Uint8Array(rawContent)], { type: contentType });
  }
  const text = textOf(rawContent, baseUrl);
  if (contentType.endsWith("jsonl")) {
    const isStream = Object.values(operation.requestContent).some(({ itemSchema }) => itemSchema);
    return isStream
      ? text
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line))
      : text;
  }
  if (contentType.includes("json")) return JSON.parse(text);
  if (contentType.includes("x-www-form-urlencoded")) return Object.fromEntries(new URLSearchParams(text));
  return text;
}

export function textOf(content: MockBody["rawContent"], baseUrl: string): string {
  if (content === undefined || typeof content === "string" || Buffer.isBuffer(content))
    return String(content ?? "");
  return content.serialize({ baseUrl });
}

/** A file or a value for each part; a list if the schema has one. */
function partsOf(
  { parts = {}, files = [] }: MultipartBody,
  { requestContent }: Operation,
): Record<string, unknown> {
  const [{ schema } = {}] = Object.values(requestContent);
  const properties = (schema?.properties ?? {}) as Record<string, Node>;
  const value: Record<string, unknown> = { ...parts };
  for (const { fieldname, originalname, buffer, mimetype } of files) {
    const file = new File([new Uint8Array(buffer)], originalname, { type: mimetype });
    if (typeOf(properties[fieldname]) === "array") {
      value[fieldname] = [...((value[fieldname] as File[] | undefined) ?? []), file];
    } else value[fieldname] = file;
  }
  return value;
}
