import { percentDecoded } from "../document/percent-decoding.ts";

/** A query parameter: its name is decoded, its value isn't. */
export type Pair = [name: string, raw: string];

export function queryPairs(url: string): Pair[] {
  const at = url.indexOf("?");
  return at < 0 ? [] : pairsOf(url.slice(at + 1));
}

/** The pairs of a query without its question mark, or of a form. */
export function pairsOf(text: string): Pair[] {
  const parts = text.split("&").filter(Boolean);
  return parts.map((part): Pair => {
    const equals = part.indexOf("=");
    return equals < 0 ? [decoded(part), ""] : [decoded(part.slice(0, equals)), part.slice(equals + 1)];
  });
}

/** Decodes a value, in which a plus sign is a space. */
export function decoded(raw: string): string {
  return percentDecoded(raw.replaceAll("+", " "));
}
