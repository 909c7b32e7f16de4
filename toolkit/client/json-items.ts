import { type PointerTo, parseJson } from "./parse-json.ts";
import type { ItemSyntax } from "./split-items.ts";

/** JSON on a line each. @param pointerTo the pointer in the error of an integer that would be rounded */
export function jsonLines(pointerTo?: PointerTo): ItemSyntax {
  return { format: "lines", end: /\r?\n/g, read: readingJson(pointerTo) };
}

/** The start of an item in a JSON text sequence (RFC 7464). */
const recordMark = "\u001e";

/** A JSON text sequence (RFC 7464). */
export function jsonSequence(pointerTo?: PointerTo): ItemSyntax {
  const read = readingJson(pointerTo);
  return {
    format: "sequence",
    end: new RegExp(`\\n(?=${recordMark})|\\n$`, "g"),
    read: (text) => read(text.startsWith(recordMark) ? text.slice(1) : text),
  };
}

function readingJson(pointerTo: PointerTo | undefined) {
  return (text: string) => (text.trim() === "" ? undefined : parseJson(text.trim(), pointerTo));
}
