import { own } from "@counterpart/server/document/own";
import { escapePointerPart, pointerParts, type RawDocument } from "@counterpart/server/document/references";
import { isObject } from "@counterpart/server/document/walk";

/** What is compared: in words, and where the new document has it, or the nearest around it. */
export interface Spot {
  place: string;
  pointer: string;
}

export function within({ place, pointer }: Spot, words: string, ...keys: string[]): Spot {
  const path = [pointer, ...keys.map(escapePointerPart)].join("/");
  return { place: words === "" ? place : `${place}, ${words}`, pointer: path };
}

/** Where a document writes what a pointer leads to: references on the way are followed, as far as there is anything. */
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
