import { percentDecoded } from "../document/percent-decoding.ts";

/** A query parameter: the decoded name and the raw value. */
export type Pair = [name: string, raw: string];

export function queryPairs(url: string): Pair[] {
  const at = url.indexOf("?");
  return at < 0 ? [] : pairsOf(url.slice(at + 1));
}

/** The pairs of a form, or of a query without its question mark. */
export function pairsOf(text: string): Pair[] {
  const parts = text.split("&").filter(Boolean);
  return parts.map((part): Pair => {
    const equals = part.indexOf("=");
    return equals < 0 ? [decoded(part), ""] : [decoded(part.slice(0, equals)), part.slice(equals + 1)];
  });
}

/** Decodes a value; a plus sign is a space. */
export function decoded(raw: string): string {
  return percentDecoded(raw.replaceAll("+", " "));
}
