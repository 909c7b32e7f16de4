import type { ItemFormat } from "./item-format.ts";
import { InexactInteger, parseJson } from "./parse-json.ts";

/** Finds items in a text that arrives in chunks. An invalid JSON item throws a `SyntaxError` or an `InexactInteger`. */
export interface ItemReader {
  /** The newly completed items, in order. */
  push(text: string): Iterable<unknown>;
  /** The rest of the text at its end, which may be a last item. */
  end(): Iterable<unknown>;
}

/** The start of an item in a JSON text sequence (RFC 7464). */
const recordMark = "\u001e";

/** The end of an item. */
const ends: Record<ItemFormat, RegExp> = {
  lines: /\r?\n/g,
  sequence: new RegExp(`\\n(?=${recordMark})|\\n$`, "g"),
  events: /\r\n\r\n|\n\n|\r\r/g,
};

/** The most characters of a split end in its first chunk. */
const maxBegun = 3;

/** @param jsonEvents whether the `data` of events is JSON; invalid JSON stays text */
export function itemReader(format: ItemFormat, { jsonEvents = false }: { jsonEvents?: boolean }): ItemReader {
  const end = new RegExp(ends[format]);
  const read = format === "events" ? (jsonEvents ? readJsonEvent : readEvent) : readJson;
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
      const last = read(rest);
      rest = "";
      begun = "";
      if (last !== undefined) yield last;
    },
  };
}

function readJson(text: string): unknown {
  const json = (text.startsWith(recordMark) ? text.slice(1) : text).trim();
  return json === "" ? undefined : parseJson(json);
}

interface ReadEvent {
  data?: string;
  event?: string;
  id?: string;
  retry?: number;
}

function readJsonEvent(text: string): unknown {
  const event = readEvent(text);
  if (event?.data === undefined) return event;
  try {
    return { ...event, data: parseJson(event.data) };
  } catch (error) {
    if (error instanceof InexactInteger) throw error;
    return event;
  }
}

/** As in browsers: an event without data is ignored. */
function readEvent(text: string): ReadEvent | undefined {
  const event: ReadEvent = {};
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, field, value = ""] = /^(data|event|id|retry)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === "data") event.data = event.data === undefined ? value : `${event.data}\n${value}`;
    else if (field === "retry") event.retry = Number(value);
    else if (field === "event" || field === "id") event[field] = value;
  }
  return event.data === undefined ? undefined : event;
}
