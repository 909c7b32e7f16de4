import type { ItemFormat } from "./item-format.ts";

/** Finds items in a text that arrives in chunks. An invalid JSON item throws a `SyntaxError` or an `InexactInteger`. */
export interface ItemReader {
  /** The newly completed items, in order. */
  push(text: string): Iterable<unknown>;
  /** The rest of the text at its end, which may be a last item. */
  end(): Iterable<unknown>;
}

/** How the items of a format are separated and read. */
export interface ItemSyntax {
  format: ItemFormat;
  /** The end of an item. */
  end: RegExp;
  /** Undefined for a text without an item. */
  read: (text: string) => unknown;
  /** Reads a last item without its end. Default: like the others. */
  readLast?: (text: string) => unknown;
}

/** The most characters of a split end in its first chunk. */
const maxBegun = 3;

export function splitItems({ end: given, read, readLast = read }: ItemSyntax): ItemReader {
  const end = new RegExp(given);
  let rest = "";
  let begun = "";
  return {
    *push(text) {
      // A long item is searched once, however many chunks it has.
      const unseen = begun + text;
      rest += text;
      begun = unseen.slice(-maxBegun);
      if (unseen.search(end) === -1) return;
      end.lastIndex = rest.length - unseen.length;
      for (let found = end.exec(rest); found; found = end.exec(rest)) {
        const item = rest.slice(0, found.index);
        rest = rest.slice(end.lastIndex);
        end.lastIndex = 0;
        const value = read(item);
        if (value !== undefined) yield value;
      }
      begun = rest.slice(-maxBegun);
    },
    *end() {
      const last = readLast(rest);
      rest = "";
      begun = "";
      if (last !== undefined) yield last;
    },
  };
}
