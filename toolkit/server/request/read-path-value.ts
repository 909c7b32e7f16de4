import { percentDecoded } from "../document/percent-decoding.ts";
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
