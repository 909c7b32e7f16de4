import { asciiJson, encodeText, headerText, type ValueStyle } from "@counterpart/client/messages";
import { cookiePairs, pathText, queryPairs } from "@counterpart/client/requests";
import { type Parameter, sentPath, styleOf } from "@counterpart/server/document";

/**
 * Serializes a parameter's value: `limit=5` in a query or a cookie; `5` in a path, a header or as the whole
 * query. Undefined for a value that can't be serialized, such as null or an empty list.
 */
export function serialise(parameter: Parameter, value: unknown): string | undefined {
  const { in: place, name, isWholeQuery } = parameter;
  if (parameter.content) {
    const json = asciiJson(value);
    if (json === undefined || place === "header") return json;
    return place === "path" || isWholeQuery ? encodeText(json) : `${encodeText(name)}=${encodeText(json)}`;
  }
  const style = styleOf(parameter);
  if (!isWritable(value, { isNested: place === "query" && style.style === "deepObject" })) return undefined;
  try {
    return styled(parameter, value, style);
  } catch {
    // A part contains the separator, or no cookie can contain it.
    return undefined;
  }
}

function styled({ in: place, name }: Parameter, value: unknown, style: ValueStyle): string | undefined {
  switch (place) {
    case "query":
      return queryPairs(name, value, style).join("&");
    case "path": {
      const text = pathText(name, value, style);
      // Clients remove dot segments from paths.
      return text === "" || text === "." || text === ".." ? undefined : text;
    }
    case "header":
      return inHeader(value, style);
    case "cookie":
      return inCookie(name, value, style);
  }
}

/** Headers aren't encoded: commas separate values, and spaces around them are ignored. */
function inHeader(value: unknown, style: ValueStyle): string | undefined {
  const text = headerText(value, style);
  if (text === undefined || text === "" || text.trim() !== text || !sendableHeader.test(text))
    return undefined;
  return partsIn(value).some((part) => part.trim() !== part || part.includes(",")) ? undefined : text;
}

/** Quotation marks around a cookie's value aren't part of it. The style `cookie` encodes nothing. */
function inCookie(name: string, value: unknown, style: ValueStyle): string | undefined {
  if (value === "") return undefined;
  if (style.style === "cookie" && [value, ...partsIn(value)].some((part) => /[",]/.test(String(part)))) {
    return undefined;
  }
  return cookiePairs(name, value, style).join("; ");
}

function partsIn(value: unknown): string[] {
  return typeof value === "object" && value !== null ? Object.values(value).map(String) : [];
}

/** Whether a value is a scalar, or a list or an object of non-empty scalars, or of others if they nest. */
function isWritable(value: unknown, { isNested }: { isNested: boolean }): boolean {
  if (typeof value !== "object" || value === null) return isPlain(value);
  const inner = Object.values(value);
  const isDeep = isNested && inner.some((one) => typeof one === "object");
  const isName = (key: string) => key !== "" && isPlain(key) && !(isDeep && /[[\]]/.test(key));
  const isMember = (one: unknown) => one !== "" && (isDeep ? isWritable(one, { isNested }) : isPlain(one));
  return inner.length > 0 && Object.keys(value).every(isName) && inner.every(isMember);
}

/** Rejects lone surrogates, which can't be encoded. */
function isPlain(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  return typeof value === "number" || typeof value === "boolean";
}

/** Valid characters of a header value (RFC 9110, section 5.5). */
const sendableHeader = /^[\t\x20-\x7e\x80-\xff]*$/;

/** A path as it is sent: without a fragment, and percent-encoded outside of its parameters. */
export function sendablePath(path: string): string {
  return sentPath(path).replaceAll(/\{[^}]*\}|[^\x21-\x5b\x5d-\x7e]/gu, (part) =>
    part.startsWith("{") || !part.isWellFormed() ? part : encodeURIComponent(part),
  );
}

/** The parameters to send. OpenAPI ignores headers that other parts of the document define. */
export function sentParameters(parameters: Parameter[]): Parameter[] {
  return parameters.filter(
    ({ in: place, name }) =>
      place !== "header" || !["accept", "content-type", "authorization"].includes(name.toLowerCase()),
  );
}
