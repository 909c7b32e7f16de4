import { type ApiDocument, type DocumentOperation, keyNames, type Parameter } from "../document/document.ts";
import { isJson } from "../document/media-types.ts";
import { own, setOwn } from "../document/own.ts";
import { percentDecoded } from "../document/percent-decoding.ts";
import { type SchemaSummary, summarizeSchema } from "../document/schemas/summarize-schema.ts";
import { mayBeEmpty } from "../document/value-style.ts";
import { coerceBy } from "./coerce.ts";
import { type Cookie, cookiesOf, cookieValueReader, sentCookies, withoutQuotes } from "./cookies.ts";
import { jsonOrText } from "./exact-json.ts";
import { type HeaderSource, headerOf } from "./header-of.ts";
import { type OwnNames, ownNames } from "./own-names.ts";
import { decoded, type Pair, queryPairs } from "./query-string.ts";
import { rawPathValues, readPathValue } from "./read-path-value.ts";
import { queryValueReader } from "./read-query-value.ts";
import { readSimple, shapeOf } from "./styled-shape.ts";

/** The parts of a request from which parameters are read. */
type RawRequest = HeaderSource & {
  /** Path and query as sent. */
  originalUrl: string;
};

/** A request's parameters by name, in the document's types. */
export interface Parameters {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  cookies: Record<string, unknown>;
}

/** The sources of parameters, as sent. */
interface SentParts {
  req: RawRequest;
  /** Decoded. */
  path: Record<string, string>;
  rawPath: Record<string, string>;
  query: Pair[];
  cookies: Cookie[];
}

type Read = (request: SentParts) => unknown;

/** By the place of a parameter. */
export const inputFields = { path: "path", query: "query", header: "headers", cookie: "cookies" } as const;

/**
 * Reads an operation's parameters in all of OpenAPI's styles. Omits those that weren't sent and ignores
 * undocumented ones.
 */
export function parameterReader(document: ApiDocument, operation: DocumentOperation) {
  const readers = operation.parameters.map((parameter) => ({
    field: inputFields[parameter.in],
    parameter,
    read: readerOf(document, operation, parameter),
    summary: summarizeSchema(document, parameter.schema ?? {}),
    isEmptied: mayBeEmpty(parameter),
  }));
  const has = (place: Parameter["in"]) => operation.parameters.some((one) => one.in === place);
  const hasQuery = has("query");
  const hasCookies = has("cookie");
  const needsRawPath = operation.parameters.some((one) => one.in === "path" && isSplit(document, one));
  return (req: RawRequest, path: Record<string, string>): Parameters => {
    const parameters: Parameters = { path: {}, query: {}, headers: {}, cookies: {} };
    if (readers.length === 0) return parameters;
    const request: SentParts = {
      req,
      path,
      rawPath: needsRawPath ? rawPathValues(operation.path, pathOf(req.originalUrl), path) : path,
      query: hasQuery ? queryPairs(req.originalUrl) : [],
      cookies: hasCookies ? sentCookies(headerOf(req, "cookie")) : [],
    };
    for (const { field, parameter, read, summary, isEmptied } of readers) {
      const given = read(request);
      if (given === undefined) continue;
      const { name, content } = parameter;
      // JSON values are already typed, and text needs no conversion.
      const value =
        content || (isText(summary) && typeof given === "string")
          ? given
          : coerceBy(document, summary, given);
      if (isEmptied && isEmpty(given) && !isKept(document, parameter)) continue;
      setOwn(parameters[field], name, isEmptied && isEmpty(given) ? "" : value);
    }
    return parameters;
  };
}

function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

/** Whether the parameter must be split before it is decoded. */
function isSplit(
  document: ApiDocument,
  { in: place, style = "simple", schema, content }: Parameter,
): boolean {
  const { types } = summarizeSchema(document, schema);
  return place === "path" && !content && (style !== "simple" || types.has("array") || types.has("object"));
}

function isEmpty(given: unknown): boolean {
  return given === "" || (Array.isArray(given) && given.every((one) => one === ""));
}

/** Whether to keep an empty value. OpenAPI treats it as unused; text and required parameters keep it. */
function isKept(document: ApiDocument, { schema, required }: Parameter): boolean {
  return required || isText(summarizeSchema(document, schema));
}

function isText({ types, isBinary }: SchemaSummary): boolean {
  return types.size === 1 && types.has("string") && !isBinary;
}

function readerOf(document: ApiDocument, operation: DocumentOperation, parameter: Parameter): Read {
  const { name, in: place, content } = parameter;
  if (content) return contentReader(parameter, Object.keys(content)[0] ?? "");
  const shape = shapeOf(document, parameter);
  switch (place) {
    case "path":
      // The router has already decoded it.
      if (!isSplit(document, parameter)) return ({ path }) => own(path, name) ?? "";
      return ({ rawPath }) => readPathValue(own(rawPath, name) ?? "", shape);
    case "header":
      return ({ req }) => {
        const text = headerOf(req, name);
        return text === undefined ? undefined : readSimple(text, shape, (part) => part.trim());
      };
    case "cookie": {
      const taken = new Set(
        operation.parameters.filter((one) => one !== parameter && one.in === "cookie").map((one) => one.name),
      );
      for (const credential of keyNames(document, operation, "cookie")) taken.add(credential);
      const read = cookieValueReader(shape, (one) => taken.has(one));
      return ({ cookies }) => read(cookies.map(([one, raw]) => [one, withoutQuotes(raw)]));
    }
    case "query": {
      const read = queryValueReader(
        shape,
        ownNames(document, parameter),
        namesBeside(document, operation, parameter),
        decoded,
      );
      return ({ query }) => read(query);
    }
  }
}

/** Reads a parameter with `content`: a string in that media type; only JSON is parsed. */
function contentReader({ name, in: place, isWholeQuery }: Parameter, mediaType: string): Read {
  if (isWholeQuery) return ({ req }) => wholeQuery(req.originalUrl);
  const isParsed = isJson(mediaType);
  if (place === "cookie" && isParsed) {
    return ({ cookies }) => {
      const raw = cookies.find(([one]) => one === name)?.[1];
      if (raw === undefined) return undefined;
      const value = jsonOrText(raw);
      return value === raw ? jsonOrText(percentDecoded(raw)) : value;
    };
  }
  return ({ req, path, query }) => {
    const texts = {
      path: () => own(path, name),
      header: () => headerOf(req, name),
      cookie: () => cookiesOf(headerOf(req, "cookie"))[name],
      query: () => {
        const pair = query.find(([one]) => one === name);
        return pair && decoded(pair[1]);
      },
    };
    const text = texts[place]();
    return text !== undefined && isParsed ? jsonOrText(text) : text;
  };
}

/** The whole query as JSON. A plus sign stays a plus sign, unlike in a form. */
function wholeQuery(url: string): unknown {
  const at = url.indexOf("?");
  const raw = at < 0 ? "" : url.slice(at + 1);
  return raw === "" ? undefined : jsonOrText(percentDecoded(raw));
}

/** The names of the operation's other query parameters, including credentials. */
function namesBeside(document: ApiDocument, operation: DocumentOperation, parameter: Parameter): OwnNames[] {
  return [
    ...operation.parameters
      .filter((one) => one !== parameter && one.in === "query")
      .map((one) => ownNames(document, one)),
    ...keyNames(document, operation, "query").map((name) => {
      const has = (one: string) => one === name;
      return { name, has, resembles: has, isOpen: false };
    }),
  ];
}
