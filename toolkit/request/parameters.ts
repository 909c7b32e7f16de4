import {
  type ApiDocument,
  type DocumentOperation,
  type Parameter,
  queryCredentials,
  type Schema,
} from "../document/document.ts";
import { isJson } from "../document/media-types.ts";
import { type SchemaSummary, summarizeSchema } from "../document/schemas/summarize-schema.ts";
import { coerce } from "./coerce.ts";
import { cookiesOf } from "./cookies.ts";
import { nested } from "./nested.ts";
import { decoded, type Pair, queryPairs } from "./query-string.ts";
import { takesPlainValue } from "./takes-plain-value.ts";

/** The parts of a request that parameters are read from. */
export interface RawRequest {
  /** Path and query as they were sent. */
  originalUrl: string;
  /** A header's value; repeated headers are joined by commas. */
  get(header: string): string | undefined;
}

/** The parameters of a request by name, as the document types them. */
export interface Parameters {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  cookies: Record<string, unknown>;
}

type Read = (request: { req: RawRequest; path: Record<string, string>; query: Pair[] }) => unknown;

const fields = { path: "path", query: "query", header: "headers", cookie: "cookies" } as const;

/**
 * Reads an operation's parameters in all of OpenAPI's styles. Parameters that a request doesn't send are omitted, and
 * undocumented ones are ignored.
 */
export function parameterReader(document: ApiDocument, operation: DocumentOperation) {
  const readers = operation.parameters.map((parameter) => ({
    field: fields[parameter.in],
    parameter,
    read: readerOf(document, operation, parameter),
    isText: isText(summarizeSchema(document, parameter.schema ?? {})),
  }));
  const hasQuery = operation.parameters.some(({ in: place }) => place === "query");
  return (req: RawRequest, path: Record<string, string>): Parameters => {
    const query = hasQuery ? queryPairs(req.originalUrl) : [];
    const parameters: Parameters = { path: {}, query: {}, headers: {}, cookies: {} };
    if (readers.length === 0) return parameters;
    const request = { req, path, query };
    for (const { field, parameter, read, isText } of readers) {
      const given = read(request);
      if (given === undefined) continue;
      const { name, schema, content } = parameter;
      // JSON values already have types, and a text is one.
      parameters[field][name] =
        content || (isText && typeof given === "string") ? given : coerce(document, schema, given);
    }
    return parameters;
  };
}

function isText({ types, isBinary }: SchemaSummary): boolean {
  return types.size === 1 && types.has("string") && !isBinary;
}

function readerOf(document: ApiDocument, operation: DocumentOperation, parameter: Parameter): Read {
  const { name, in: place, content, schema } = parameter;
  if (content) return contentReader(parameter, Object.keys(content)[0] ?? "");
  const summary = summarizeSchema(document, schema);
  const shape = { ...styleOf(parameter), name, summary };
  switch (place) {
    case "path":
      return ({ path }) => ofPath(path[name] ?? "", shape);
    case "header":
      return ({ req }) => ofList(req.get(name), shape, (text) => text.trim());
    case "cookie":
      return ({ req }) => ofList(cookiesOf(req.get("cookie"))[name], shape, (text) => text);
    case "query":
      return queryReader(shape, namesBeside(document, operation, parameter));
  }
}

/** What a header's text says by its schema. */
export function readHeader(document: ApiDocument, schema: Schema, text: string): unknown {
  const summary = summarizeSchema(document, schema);
  const shape = { name: "", style: "simple", explode: false, summary };
  return coerce(
    document,
    schema,
    ofList(text, shape, (part) => part.trim()),
  );
}

interface Shape {
  name: string;
  style: string;
  explode: boolean;
  summary: SchemaSummary;
}

function styleOf({ in: place, style, explode }: Parameter): Pick<Shape, "style" | "explode"> {
  const usual = place === "query" || place === "cookie" ? "form" : "simple";
  return { style: style ?? usual, explode: explode ?? (style ?? usual) === "form" };
}

/** A parameter with `content` is a string in that media type; only JSON is parsed. */
function contentReader({ name, in: place, isWholeQuery }: Parameter, mediaType: string): Read {
  if (isWholeQuery) return ({ req }) => wholeQuery(req.originalUrl);
  const isParsed = isJson(mediaType);
  return ({ req, path, query }) => {
    const texts = {
      path: () => path[name],
      header: () => req.get(name),
      cookie: () => cookiesOf(req.get("cookie"))[name],
      query: () => {
        const pair = query.find(([one]) => one === name);
        return pair && decoded(pair[1]);
      },
    };
    const text = texts[place]();
    return text !== undefined && isParsed ? parsed(text) : text;
  };
}

/** All that follows `?`, as JSON. A plus sign in it is none of a form, where it would be a space. */
function wholeQuery(url: string): unknown {
  const at = url.indexOf("?");
  const raw = at < 0 ? "" : url.slice(at + 1);
  if (raw === "") return undefined;
  try {
    return parsed(decodeURIComponent(raw));
  } catch {
    return raw;
  }
}

/** A text that isn't JSON stays one, for the validator to refuse. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `simple` and comma-separated `form`: commas separate the items of a list, or alternating keys and values of an object. */
function ofList(
  text: string | undefined,
  { explode, style, summary }: Shape,
  clean: (text: string) => string,
) {
  if (text === undefined) return undefined;
  if (summary.types.has("array")) return text.split(",").map(clean);
  if (!summary.types.has("object")) return text;
  return toObject(text.split(",").map(clean), explode && style === "simple") ?? text;
}

/** `.3.4` and `;cell=3,4`, or `simple`. */
function ofPath(text: string, shape: Shape): unknown {
  const { style, explode, name, summary } = shape;
  if (style !== "label" && style !== "matrix") return ofList(text, shape, (part) => part);
  const mark = style === "label" ? "." : ";";
  if (!text.startsWith(mark)) return text;
  const isMany = summary.types.has("array") || summary.types.has("object");
  if (!isMany) return style === "label" ? text.slice(1) : withoutName(text.slice(1), name);
  const parts = text.slice(1).split(explode ? mark : style === "label" ? /[.,]/ : ",");
  if (style === "label") return summary.types.has("array") ? parts : (toObject(parts, explode) ?? text);
  if (summary.types.has("array")) return parts.map((part) => withoutName(part, name));
  return toObject([withoutName(parts[0] ?? "", name), ...parts.slice(1)], explode) ?? text;
}

function withoutName(part: string, name: string): string {
  return part.startsWith(`${name}=`) ? part.slice(name.length + 1) : part;
}

/** From `R=100` pairs when exploded, otherwise from alternating keys and values; undefined where the parts are neither. */
function toObject(parts: string[], isExploded: boolean): Record<string, string> | undefined {
  const texts = isExploded ? parts.flatMap((part) => part.split(/=(.*)/s, 2)) : parts;
  if (texts.length % 2 !== 0 || (isExploded && texts.length < parts.length * 2)) return undefined;
  const entries: [string, string][] = [];
  for (let at = 0; at < texts.length; at += 2) entries.push([texts[at] ?? "", texts[at + 1] ?? ""]);
  return Object.fromEntries(entries);
}

const delimiters: Record<string, string> = { form: ",", spaceDelimited: " ", pipeDelimited: "|" };

function queryReader(shape: Shape, others: Set<string>): Read {
  const { name, style, explode, summary } = shape;
  const isList = summary.types.has("array");
  const isObject = summary.types.has("object") && !isList;
  if (style === "deepObject") {
    const isAlsoPlain = takesPlainValue(summary);
    return ({ query }) => deepObject(query, name, isAlsoPlain);
  }
  if (isObject && explode) {
    const own = new Set(Object.keys(summary.properties));
    return ({ query }) => {
      const members = query.filter(([one]) => own.has(one) || !others.has(one.replace(/\[.*$/, "")));
      return members.length > 0 ? collected(members) : undefined;
    };
  }
  return ({ query }) => {
    const raws = query
      .filter(([one]) => one === name || (isList && one === `${name}[]`))
      .map(([, raw]) => raw);
    const [raw] = raws;
    if (raw === undefined) return undefined;
    if (!isList && !isObject) return raws.length > 1 ? raws.map(decoded) : decoded(raw);
    if (raws.length > 1 || (explode && isList)) return raws.map(decoded);
    const parts = split(raw, delimiters[style] ?? ",", summary);
    return isList ? parts : (toObject(parts, false) ?? decoded(raw));
  };
}

/**
 * A percent-encoded comma belongs to a value (RFC 6570). Where values can't contain one, as in lists of numbers, it
 * separates them all the same, since many clients encode everything. Spaces and pipes are always encoded.
 */
function split(raw: string, delimiter: string, { items, types }: SchemaSummary): string[] {
  const isFreeText = types.has("array") && items !== undefined && items.type === "string" && !items.enum;
  const parts = raw.split(delimiter);
  if (parts.length > 1 || (delimiter === "," && isFreeText)) return parts.map(decoded);
  return decoded(raw).split(delimiter);
}

/**
 * `where[price][min]=1&where[tags]=a&where[tags]=b`. OpenAPI leaves open how a list or a plain value stands there;
 * `expand=a&expand=b`, `expand[]=a` and `expand[0]=a` are all in use.
 */
function deepObject(query: Pair[], name: string, isAlsoPlain: boolean): unknown {
  const members = query.filter(([key]) => key.startsWith(`${name}[`) || (isAlsoPlain && key === name));
  return nested(members.map(([key, raw]) => [key, decoded(raw)]))[name];
}

function collected(pairs: Pair[]): Record<string, unknown> {
  return nested(pairs.map(([name, raw]) => [name, decoded(raw)]));
}

/** The names of the operation's other query parameters, credentials included. */
function namesBeside(document: ApiDocument, operation: DocumentOperation, parameter: Parameter): Set<string> {
  const others = operation.parameters.filter((one) => one !== parameter && one.in === "query");
  return new Set([...others.map(({ name }) => name), ...queryCredentials(document, operation)]);
}
