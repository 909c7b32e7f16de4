import { expect, test } from "vitest";
import type { ItemFormat } from "../../client/item-format.ts";
import { itemReader } from "../../client/item-reader.ts";
import type { EventReading } from "../../client/server-sent-events.ts";

function itemsIn(
  format: ItemFormat,
  pieces: Iterable<string>,
  reading: EventReading = { jsonEvents: true },
): unknown[] {
  const reader = itemReader(format, reading);
  return [...[...pieces].flatMap((piece) => [...reader.push(piece)]), ...reader.end()];
}

test.each<[ItemFormat, string, unknown[]]>([
  ["lines", '{"a":1}\r\n\r\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
  ["lines", '{"a":1}\n{"a":2}\r\n{"a":3}', [{ a: 1 }, { a: 2 }, { a: 3 }]],
  ["sequence", '\u001e{"a":1}\n\u001e{"a":2}\n', [{ a: 1 }, { a: 2 }]],
  ["events", "data: 1\r\n\r\ndata: 2\n\ndata: 3\r\rdata: 4\n", [1, 2, 3, 4].map((data) => ({ data }))],
  ["events", "data: 1\n\r\ndata: 2\r\n\ndata: 3\r\r\ndata: 4\n\r", [1, 2, 3, 4].map((data) => ({ data }))],
  ["events", 'data: "a\u2028b"\n\n', [{ data: "a\u2028b" }]],
  ["events", "retry: soon\ndata: 1\n\nretry: 5\ndata: 2\n\n", [{ data: 1 }, { retry: 5, data: 2 }]],
])("%s are found wherever the text is split", (format, text, expected) => {
  for (let at = 0; at < text.length; at++) {
    expect(itemsIn(format, [text.slice(0, at), text.slice(at)])).toEqual(expected);
  }
  expect(itemsIn(format, text)).toEqual(expected);
});

const strict = { eventData: { texts: ["[DONE]"] } };

test.each<[string, EventReading, string, unknown[]]>([
  ["text is discarded", {}, "data: a\n", []],
  ["text is discarded without a line end", {}, "data: a", []],
  ["cut JSON is discarded", strict, 'data: {"a":', []],
  ["a number without a line end is discarded", strict, "data: 12", []],
  ["JSON stays", strict, 'data: {"a":1}', [{ data: { a: 1 } }]],
  ["JSON of two lines stays", strict, 'data: {"a":\ndata: 1}\n', [{ data: { a: 1 } }]],
  ["a documented text stays", strict, "data: [DONE]", [{ data: "[DONE]" }]],
  ["cut JSON isn't text", { jsonEvents: true }, 'data: {"a":', []],
])("at the end of a stream, without an empty line, %s", (_, reading, text, expected) => {
  expect(itemsIn("events", [`data: 1\n\n${text}`], reading).slice(1)).toEqual(expected);
});

test("within a stream, data that is neither JSON nor a documented text throws", () => {
  expect(itemsIn("events", ["data: [DONE]\n\n"], strict)).toEqual([{ data: "[DONE]" }]);
  expect(() => itemsIn("events", ['data: {"a":\n\ndata: 1\n\n'], strict)).toThrow(
    'The data of an event isn\'t JSON: "{\\"a\\":"',
  );
});

// Searching for the end at every character would take minutes.
test.each<ItemFormat>(["lines", "sequence", "events"])("one long item of %s is read", (format) => {
  const text = JSON.stringify("x".repeat(2_000_000));
  const pieces = Array.from({ length: 40 }, (_, n) => text.slice(n * 50_001, (n + 1) * 50_001));
  const all = { lines: pieces, sequence: ["\u001e", ...pieces], events: ["data: ", ...pieces] };
  const [item] = itemsIn(format, [...all[format], "\n\n"]);
  expect(JSON.stringify(item)).toHaveLength(format === "events" ? text.length + 9 : text.length);
});
