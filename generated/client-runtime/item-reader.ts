// Copied by `counterpart generate`. Don't edit: it is overwritten.

import type { ItemFormat } from "./item-format.ts";

/** Finds items in a text that arrives in pieces. A JSON item that can't be parsed throws a `SyntaxError`. */
export interface ItemReader {
  /** The items that have become complete, in their order. */
  push(text: string): Iterable<unknown>;
  /** What remains at the end of the text, which may be a last item. */
  end(): Iterable<unknown>;
}

/** What begins an item of a JSON text sequence (RFC 7464). */
const recordMark = "\u001e";

/** Each matches one item at the beginning of a text. */
const patterns: Record<ItemFormat, RegExp> = {
  lines: /(.*?)\r?\n/s,
  sequence: new RegExp(`(.*?)(?:\\n(?=${recordMark})|\\n$)`, "s"),
  events: /(.*?)(?:\r\n\r\n|\n\n|\r\r)/s,
};

/** @param jsonEvents whether the `data` of events is JSON; what can't be read as such stays text */
export function itemReader(format: ItemFormat, { jsonEvents = false }: { jsonEvents?: boolean }): ItemReader {
  const pattern = patterns[format];
  const read = format === "events" ? (jsonEvents ? readJsonEvent : readEvent) : readJson;
  let rest = "";
  return {
    *push(text) {
      rest += text;
      for (let found = pattern.exec(rest); found; found = pattern.exec(rest)) {
        rest = rest.slice(found[0].length);
        const value = read(found[1] ?? "");
        if (value !== undefined) yield value;
      }
    },
    *end() {
      const last = read(rest);
      rest = "";
      if (last !== undefined) yield last;
    },
  };
}

function readJson(text: string): unknown {
  const json = (text.startsWith(recordMark) ? text.slice(1) : text).trim();
  return json === "" ? undefined : JSON.parse(json);
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
    return { ...event, data: JSON.parse(event.data) };
  } catch {
    return event;
  }
}

/** As browsers read events: without data, it is none. */
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
