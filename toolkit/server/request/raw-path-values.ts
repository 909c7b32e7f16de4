import { own } from "../document/own.ts";
import { percentDecoded } from "../document/percent-decoding.ts";
import { sentPath } from "../document/selectors.ts";

/**
 * The values of a path's parameters as they were sent, not decoded: in a list, an encoded comma belongs to an item.
 * @param template as the document writes the path
 * @param path of the request, which may begin with a base path
 * @param decoded the parameters' values as the router found them
 */
export function rawPathValues(
  template: string,
  path: string,
  decoded: Record<string, string>,
): Record<string, string> {
  const raw = new Map(Object.entries(decoded));
  const segments = path.split("/").reverse();
  for (const [index, part] of sentPath(template).split("/").reverse().entries()) {
    if (part.includes("{")) readSegment(part, segments[index] ?? "", decoded, raw);
  }
  return Object.fromEntries(raw);
}

/** Follows the pieces of a segment, whose decoded lengths are known, through its text. */
function readSegment(
  part: string,
  segment: string,
  decoded: Record<string, string>,
  raw: Map<string, string>,
): void {
  const texts = segment.match(sentCharacter) ?? [];
  let at = 0;
  const take = (length: number): string => {
    let taken = "";
    for (let left = length; left > 0 && at < texts.length; at++) {
      taken += texts[at];
      left -= percentDecoded(texts[at] ?? "").length;
    }
    return taken;
  };
  for (const [piece, name] of part.matchAll(/\{([^}]+)\}|[^{]+|\{/g)) {
    if (name === undefined) take(percentDecoded(piece).length);
    else {
      const value = own(decoded, name) ?? "";
      const text = take(value.length);
      if (percentDecoded(text) === value) raw.set(name, text);
    }
  }
}

/** A character of an address, which may be encoded as several bytes of UTF-8. */
const sentCharacter =
  /%[c-d][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[\da-f](?:%[89ab][\da-f]){3}|%[\da-f]{2}|[\s\S]/giu;
