// Copied by `counterpart generate`. Don't edit: it is overwritten.

import type { EventData, ItemFormat } from "./item-format.ts";
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
  events: /(?:\r\n|\n|\r(?!\n)){2}/g,
};

/** The most characters of a split end in its first chunk. */
const maxBegun = 3;

/** How the `data` of events is read. */
export interface EventReading {
  /** Whether it is JSON. Invalid JSON stays text. */
  jsonEvents?: boolean;
  /** With these texts, all other `data` must be JSON: anything else throws a `SyntaxError`. */
  eventData?: EventData;
}

export function itemReader(format: ItemFormat, { jsonEvents = false, eventData }: EventReading): ItemReader {
  const end = new RegExp(ends[format]);
  const readsEvents = format === "events";
  const readEventData = eventData
    ? (data: string) => requiredJson(data, eventData)
    : jsonEvents
      ? jsonOrText
      : undefined;
  const read = readsEvents ? (text: string) => readEvent(text, readEventData) : readJson;
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
      const last = readsEvents ? readEventData && completeEvent(rest, eventData) : readJson(rest);
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
  data?: unknown;
  event?: string;
  id?: string;
  retry?: number;
}

function jsonOrText(data: string): unknown {
  try {
    return parseJson(data);
  } catch (error) {
    if (error instanceof InexactInteger) throw error;
    return data;
  }
}

function requiredJson(data: string, { texts }: EventData): unknown {
  if (texts.includes(data)) return data;
  try {
    return parseJson(data);
  } catch (error) {
    if (error instanceof InexactInteger) throw error;
    throw new SyntaxError(`The data of an event isn't JSON: ${JSON.stringify(data.slice(0, 100))}`);
  }
}

/**
 * The last event, without an empty line after it. Browsers discard it (WHATWG HTML, 9.2.6), since it may be cut off;
 * valid JSON isn't, except for a number whose line doesn't end.
 */
function completeEvent(text: string, eventData: EventData = { texts: [] }): ReadEvent | undefined {
  try {
    const event = readEvent(text, (data) => requiredJson(data, eventData));
    return typeof event?.data === "number" && !/[\r\n]$/.test(text) ? undefined : event;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** As in browsers: an event without data is ignored. */
function readEvent(
  text: string,
  readData: (data: string) => unknown = (data) => data,
): ReadEvent | undefined {
  const event: ReadEvent = {};
  const data: string[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, field, value = ""] = /^(data|event|id|retry)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === "data") data.push(value);
    else if (field === "event" || field === "id") event[field] = value;
    else if (field === "retry" && /^\d+$/.test(value)) event.retry = Number(value);
  }
  return data.length === 0 ? undefined : { ...event, data: readData(data.join("\n")) };
}
