import { expect, test } from "vitest";
import type { ItemFormat } from "../../server/client-runtime/item-format.ts";
import { itemReader } from "../../server/client-runtime/item-reader.ts";

function itemsIn(format: ItemFormat, pieces: Iterable<string>): unknown[] {
  const reader = itemReader(format, { jsonEvents: true });
  return [...[...pieces].flatMap((piece) => [...reader.push(piece)]), ...reader.end()];
}

test.each<[ItemFormat, string, unknown[]]>([
  ["lines", '{"a":1}\r\n\r\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
  ["lines", '{"a":1}\n{"a":2}\r\n{"a":3}', [{ a: 1 }, { a: 2 }, { a: 3 }]],
  ["sequence", '\u001e{"a":1}\n\u001e{"a":2}\n', [{ a: 1 }, { a: 2 }]],
  ["events", "data: 1\r\n\r\ndata: 2\n\ndata: 3\r\rdata: 4", [1, 2, 3, 4].map((data) => ({ data }))],
])("%s are found wherever the text is split", (format, text, expected) => {
  for (let at = 0; at < text.length; at++) {
    expect(itemsIn(format, [text.slice(0, at), text.slice(at)])).toEqual(expected);
  }
  expect(itemsIn(format, text)).toEqual(expected);
});

// Searching for the end at every character would take minutes.
test.each<ItemFormat>(["lines", "sequence", "events"])("one long item of %s is read", (format) => {
  const text = JSON.stringify("x".repeat(2_000_000));
  const pieces = Array.from({ length: 40 }, (_, n) => text.slice(n * 50_001, (n + 1) * 50_001));
  const all = { lines: pieces, sequence: ["\u001e", ...pieces], events: ["data: ", ...pieces] };
  const [item] = itemsIn(format, all[format]);
  expect(JSON.stringify(item)).toHaveLength(format === "events" ? text.length + 9 : text.length);
});
