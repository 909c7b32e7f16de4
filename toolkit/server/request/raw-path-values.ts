import { own } from "../document/own.ts";
import { percentDecoded } from "../document/percent-decoding.ts";
import { sentPath } from "../document/selectors.ts";

/**
 * The path parameters as sent, since an encoded comma in a list belongs to an item.
 * @param template the path in the document
 * @param path the request's path, which may begin with a base path
 * @param decoded the values from the router
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

/** Walks a segment's raw text by the decoded lengths of its pieces. */
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

/** A character of a URL, possibly percent-encoded as several UTF-8 bytes. */
const sentCharacter =
  /%[c-d][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[\da-f](?:%[89ab][\da-f]){3}|%[\da-f]{2}|[\s\S]/giu;
