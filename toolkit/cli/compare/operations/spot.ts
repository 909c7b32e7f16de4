import { isObject, type RawDocument } from "@counterpart/server/document";
import { escapePointerPart, own, pointerParts } from "@counterpart/server/values";

/** A compared part: in words, and its pointer in the new document, or that of the nearest enclosing part. */
export interface Spot {
  place: string;
  pointer: string;
}

export function within<At extends Spot>(spot: At, words: string, ...keys: string[]): At {
  const pointer = [spot.pointer, ...keys.map(escapePointerPart)].join("/");
  return { ...spot, place: words === "" ? spot.place : `${spot.place}, ${words}`, pointer };
}

/**
 * Follows the references on a pointer's path, as far as the path exists, and returns the resulting pointer.
 */
export function writtenAt(raw: RawDocument, pointer: string): string {
  let at: unknown = raw;
  let written = "#";
  const rest = pointer === "#" ? [] : pointerParts(pointer);
  for (let hops = 0; hops < 100; hops++) {
    if (isObject(at) && typeof at.$ref === "string" && at.$ref.startsWith("#/") && rest.length > 0) {
      rest.unshift(...pointerParts(at.$ref));
      [at, written] = [raw, "#"];
    }
    const part = rest.shift();
    if (part === undefined) break;
    const next: unknown = own(Object(at), part);
    if (next === undefined) break;
    [at, written] = [next, `${written}/${escapePointerPart(part)}`];
  }
  return written;
}
