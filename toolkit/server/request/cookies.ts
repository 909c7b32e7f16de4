import { type Cookies, parseCookie } from "cookie";
import { percentDecoded } from "../document/percent-decoding.ts";

/** A cookie: its name, and its value as it was sent. */
export type Cookie = [name: string, raw: string];

/** The cookies of a request in their order, from its `Cookie` header: a list is several of the same name. */
export function sentCookies(header = ""): Cookie[] {
  return header.split(";").flatMap((pair): Cookie[] => {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at < 0 ? undefined : at).trim();
    return name === "" ? [] : [[name, at < 0 ? "" : pair.slice(at + 1).trim()]];
  });
}

/** The cookies of a request by name, decoded; of several with the same name, the first one counts. */
export function cookiesOf(header = ""): Cookies {
  return parseCookie(header, { decode: (raw) => percentDecoded(withoutQuotes(raw)) });
}

/** A value may be in quotation marks that aren't part of it (RFC 6265, 4.1.1). */
export function withoutQuotes(raw: string): string {
  return raw.replace(/^"(.*)"$/s, "$1");
}
