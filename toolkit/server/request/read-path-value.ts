import { decodedText } from "./raw-path-values.ts";
import { fromAlternating, fromPairs, readSimple, type Shape, split } from "./styled-shape.ts";

/**
 * `.blue.black`, `;color=blue`, or `simple`.
 * @param raw as it was sent
 */
export function readPathValue(raw: string, shape: Shape): unknown {
  if (shape.style === "label") return readLabel(raw, shape);
  return shape.style === "matrix" ? readMatrix(raw, shape) : readSimple(raw, shape, decodedText);
}

function readLabel(raw: string, shape: Shape): unknown {
  if (!raw.startsWith(".")) return decodedText(raw);
  const text = raw.slice(1);
  if (shape.isList) {
    // OpenAPI 3.0 separated the items by points in any case, which are no part of a whole number.
    const isPointed = shape.explode || !(text.includes(",") || shape.mayContain("."));
    return split(text, isPointed ? "." : ",", shape, decodedText);
  }
  if (!shape.isObject) return decodedText(text);
  const object = shape.explode
    ? fromPairs(pointedPairs(text), decodedText)
    : fromAlternating(split(text, ",", shape, decodedText));
  return object ?? decodedText(raw);
}

/** A point may be part of a value: what has no name belongs to the pair before it. */
function pointedPairs(text: string): string[] {
  const pairs: string[] = [];
  for (const part of text.split(".")) {
    if (part.includes("=") || pairs.length === 0) pairs.push(part);
    else pairs.push(`${pairs.pop()}.${part}`);
  }
  return pairs;
}

function readMatrix(raw: string, shape: Shape): unknown {
  if (!raw.startsWith(";")) return decodedText(raw);
  const parts = raw.slice(1).split(";");
  const values = parts.map((part) => withoutName(part, shape.name));
  if (shape.isList) {
    return shape.explode || parts.length > 1
      ? values.map(decodedText)
      : split(values[0] ?? "", ",", shape, decodedText);
  }
  if (!shape.isObject) return parts.length === 1 ? decodedText(values[0] ?? "") : decodedText(raw);
  const object = shape.explode
    ? fromPairs(
        // An empty value is its name alone (RFC 6570, 3.2.7).
        parts.map((part) => (part.includes("=") ? part : `${part}=`)),
        decodedText,
      )
    : fromAlternating(split(values[0] ?? "", ",", shape, decodedText));
  return object ?? decodedText(raw);
}

function withoutName(part: string, name: string): string {
  const at = part.indexOf("=");
  const given = decodedText(at < 0 ? part : part.slice(0, at));
  return given === name ? (at < 0 ? "" : part.slice(at + 1)) : part;
}
