import { own } from "../document/own.ts";
import { percentDecoded } from "../document/percent-decoding.ts";
import { sentPath } from "../document/selectors.ts";
import { fromAlternating, fromPairs, readSimple, type Shape, split } from "./styled-shape.ts";

/**
 * Reads a path parameter in the style label (`.blue.black`), matrix (`;color=blue`) or simple.
 * @param raw as sent
 */
export function readPathValue(raw: string, shape: Shape): unknown {
  if (shape.style === "label") return readLabel(raw, shape);
  return shape.style === "matrix" ? readMatrix(raw, shape) : readSimple(raw, shape, percentDecoded);
}

function readLabel(raw: string, shape: Shape): unknown {
  if (!raw.startsWith(".")) return percentDecoded(raw);
  const text = raw.slice(1);
  if (shape.isList) {
    // OpenAPI 3.0 always separated items with dots. Items that can't contain one, such as integers, still
    // accept that.
    const isPointed = shape.explode || !(text.includes(",") || shape.mayContain("."));
    return split(text, isPointed ? "." : ",", shape, percentDecoded);
  }
  if (!shape.isObject) return percentDecoded(text);
  const object = shape.explode
    ? fromPairs(pointedPairs(text), percentDecoded)
    : fromAlternating(split(text, ",", shape, percentDecoded));
  return object ?? percentDecoded(raw);
}

/** A value may contain dots: a part without a name belongs to the pair before it. */
function pointedPairs(text: string): string[] {
  const pairs: string[] = [];
  for (const part of text.split(".")) {
    if (part.includes("=") || pairs.length === 0) pairs.push(part);
    else pairs.push(`${pairs.pop()}.${part}`);
  }
  return pairs;
}

function readMatrix(raw: string, shape: Shape): unknown {
  if (!raw.startsWith(";")) return percentDecoded(raw);
  const parts = raw.slice(1).split(";");
  const values = parts.map((part) => withoutName(part, shape.name));
  if (shape.isList) {
    return shape.explode || parts.length > 1
      ? values.map(percentDecoded)
      : split(values[0] ?? "", ",", shape, percentDecoded);
  }
  if (!shape.isObject) return parts.length === 1 ? percentDecoded(values[0] ?? "") : percentDecoded(raw);
  const object = shape.explode
    ? fromPairs(
        // An empty value is sent as the name alone (RFC 6570, 3.2.7).
        parts.map((part) => (part.includes("=") ? part : `${part}=`)),
        percentDecoded,
      )
    : fromAlternating(split(values[0] ?? "", ",", shape, percentDecoded));
  return object ?? percentDecoded(raw);
}

function withoutName(part: string, name: string): string {
  const at = part.indexOf("=");
  const given = percentDecoded(at < 0 ? part : part.slice(0, at));
  return given === name ? (at < 0 ? "" : part.slice(at + 1)) : part;
}

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
