import type { Parameter } from "../document/document.ts";
import { sentPath } from "../document/selectors.ts";

/**
 * Serializes a parameter's value for a request: `limit=5` in a query or a cookie, `5` in a path, in a header or as the
 * whole query.
 * Undefined for a value that can't be serialized, such as null or an empty list.
 */
export function serialise(parameter: Parameter, value: unknown): string | undefined {
  const { in: place, name, isWholeQuery } = parameter;
  if (parameter.content) {
    const json = JSON.stringify(value)?.replace(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    if (json === undefined || place === "header") return json;
    return place === "path" || isWholeQuery ? encode(json) : `${encode(name)}=${encode(json)}`;
  }
  if (place === "query") return inQuery(parameter, value);
  if (place === "path") {
    const text = inPath(parameter, value);
    // Dot segments would be removed from the path.
    return text === "" || text === "." || text === ".." ? undefined : text;
  }
  // Headers aren't encoded: commas separate values, and spaces around them are ignored.
  const parts = place === "header" && value !== null && typeof value === "object" ? Object.values(value) : [];
  if (parts.some((part) => typeof part === "string" && (part.trim() !== part || part.includes(","))))
    return undefined;
  const text = simple(value, parameter.explode === true, place === "cookie" ? encode : (one) => one);
  if (text === undefined || text === "" || text.trim() !== text || !headerText.test(text)) return undefined;
  return place === "cookie" ? `${name}=${text}` : text;
}

/** What a header may consist of (RFC 9110, section 5.5). */
const headerText = /^[\t\x20-\x7e\x80-\xff]*$/;

/** A path of the document as it is sent: without a fragment, and with what an address can't have encoded, outside of its parameters. */
export function sendablePath(path: string): string {
  return sentPath(path).replaceAll(/\{[^}]*\}|[^\x21-\x7e]/gu, (part) =>
    part.startsWith("{") || !part.isWellFormed() ? part : encodeURIComponent(part),
  );
}

/** The text of a scalar value; half of a surrogate pair has no encoding. */
function plain(value: unknown): string | undefined {
  if (typeof value === "string") return value.isWellFormed() ? value : undefined;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

function plainList(values: unknown[]): string[] | undefined {
  const texts = values.map(plain).filter((text) => text !== undefined && text !== "");
  return texts.length === values.length && texts.length > 0 ? (texts as string[]) : undefined;
}

function plainEntries(value: unknown): [string, string][] | undefined {
  if (value === null || typeof value !== "object") return undefined;
  const texts = plainList(Object.values(value));
  if (!Object.keys(value).every((key) => key.isWellFormed())) return undefined;
  return texts && Object.keys(value).map((key, index) => [key, texts[index] ?? ""]);
}

type Encode = (text: string) => string;

/** Percent-encodes whatever RFC 3986 reserves, and spaces. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function simple(value: unknown, explode: boolean, encode: Encode): string | undefined {
  if (Array.isArray(value)) return plainList(value)?.map(encode).join(",");
  const text = plain(value);
  if (text !== undefined) return encode(text);
  return plainEntries(value)
    ?.map((pair) => pair.map(encode).join(explode ? "=" : ","))
    .join(",");
}

function inPath({ name, style = "simple", explode = false }: Parameter, value: unknown): string | undefined {
  if (style === "simple") return simple(value, explode, encode);
  const lead = style === "label" ? "." : ";";
  const named = (text: string) => (style === "label" ? text : `${name}=${text}`);
  const list = Array.isArray(value) ? plainList(value)?.map(encode) : undefined;
  if (list) return explode ? list.map((one) => lead + named(one)).join("") : lead + named(list.join(","));
  const text = plain(value);
  if (text !== undefined) return lead + named(encode(text));
  const pairs = plainEntries(value)?.map((pair) => pair.map(encode));
  if (!pairs) return undefined;
  return explode
    ? pairs.map((pair) => lead + pair.join("=")).join("")
    : lead + named(pairs.map((pair) => pair.join(",")).join(","));
}

function inQuery({ name, style = "form", explode }: Parameter, value: unknown): string | undefined {
  const key = encode(name);
  const text = plain(value);
  if (text !== undefined) return `${key}=${encode(text)}`;
  const spread = explode ?? style === "form";
  const separator = { spaceDelimited: "%20", pipeDelimited: "%7C" }[style] ?? ",";
  if (Array.isArray(value)) {
    const list = plainList(value)?.map(encode);
    if (spread) return list?.map((one) => `${key}=${one}`).join("&");
    return list && `${key}=${list.join(separator)}`;
  }
  const pairs = plainEntries(value)?.map((pair) => pair.map(encode));
  if (!pairs) return undefined;
  if (style === "deepObject") return pairs.map(([part, one]) => `${key}%5B${part}%5D=${one}`).join("&");
  return spread ? pairs.map((pair) => pair.join("=")).join("&") : `${key}=${pairs.flat().join(separator)}`;
}

/** The parameters of an operation that are sent; OpenAPI ignores headers that other parts of the document define. */
export function sentParameters(parameters: Parameter[]): Parameter[] {
  return parameters.filter(
    ({ in: place, name }) =>
      place !== "header" || !["accept", "content-type", "authorization"].includes(name.toLowerCase()),
  );
}
