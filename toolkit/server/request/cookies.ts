import { type Cookies, parseCookie } from "cookie";
import { percentDecoded } from "../document/percent-decoding.ts";
import type { Pair } from "./query-string.ts";
import { fromAlternating, type Shape, split } from "./styled-shape.ts";

/** A cookie's name and its value as sent. */
export type Cookie = [name: string, raw: string];

/** The cookies of a `Cookie` header, in order. A list repeats the same name. */
export function sentCookies(header = ""): Cookie[] {
  return header.split(";").flatMap((pair): Cookie[] => {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at < 0 ? undefined : at).trim();
    return name === "" ? [] : [[name, at < 0 ? "" : pair.slice(at + 1).trim()]];
  });
}

/** A request's cookies by name, decoded; the first wins if a name is repeated. */
export function cookiesOf(header = ""): Cookies {
  return parseCookie(header, { decode: (raw) => percentDecoded(withoutQuotes(raw)) });
}

/** Removes quotation marks, which aren't part of the value (RFC 6265, 4.1.1). */
export function withoutQuotes(raw: string): string {
  return raw.replace(/^"(.*)"$/s, "$1");
}

/**
 * Reads a parameter from cookies. The style `form` percent-encodes values, `cookie` doesn't.
 * @param isTaken whether a name belongs to another parameter or a credential
 */
export function cookieValueReader(
  shape: Shape,
  isTaken: (name: string) => boolean,
): (cookies: Pair[]) => unknown {
  const { name, style, explode, isList, isObject, summary } = shape;
  const decode = style === "cookie" ? (raw: string) => raw : percentDecoded;
  const members = new Set(Object.keys(summary.properties));
  const isOpen = summary.additionalProperties !== undefined;
  return (cookies) => {
    const raws = cookies.filter(([one]) => one === name).map(([, raw]) => raw);
    const [raw] = raws;
    if (isObject && explode) {
      const own = cookies.filter(([one]) => members.has(one) || (isOpen && one !== name && !isTaken(one)));
      if (own.length > 0) return Object.fromEntries(own.map(([one, value]) => [one, decode(value)]));
    }
    if (raw === undefined) return undefined;
    if (isObject) return fromAlternating(split(raw, ",", shape, decode)) ?? decode(raw);
    if (!isList) return decode(raw);
    // In the style `cookie` nothing is encoded, so a comma belongs to an exploded list's item.
    const isWhole = raws.length > 1 || (explode && style === "cookie");
    return isWhole ? raws.map(decode) : split(raw, ",", shape, decode);
  };
}
