import { percentDecoded } from "../document/percent-decoding.ts";
import type { Pair } from "./query-string.ts";
import { fromAlternating, type Shape, split } from "./styled-shape.ts";

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
