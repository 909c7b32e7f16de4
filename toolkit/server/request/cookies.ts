import { type Cookies, parseCookie } from "cookie";
import { percentDecoded } from "../document/percent-decoding.ts";

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
