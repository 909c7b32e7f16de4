import type { EventData } from "./item-format.ts";
import { InexactInteger, type PointerTo, parseJson } from "./parse-json.ts";
import type { ItemSyntax } from "./split-items.ts";

/** How the `data` of events is read. */
export interface EventReading {
  /** Whether it is JSON. Invalid JSON stays text. */
  jsonEvents?: boolean;
  /** With these texts, all other `data` must be JSON: anything else throws a `SyntaxError`. */
  eventData?: EventData;
  /** The pointer in the error of an integer that would be rounded. */
  pointerTo?: PointerTo;
}

/** Server-sent events (WHATWG HTML, 9.2.6). */
export function serverSentEvents({
  jsonEvents = false,
  eventData,
  pointerTo,
}: EventReading = {}): ItemSyntax {
  const parse: Parse = (text) => parseJson(text, pointerTo);
  const readData = eventData
    ? (data: string) => requiredJson(data, eventData, parse)
    : jsonEvents
      ? (data: string) => jsonOrText(data, parse)
      : undefined;
  return {
    format: "events",
    end: /(?:\r\n|\n|\r(?!\n)){2}/g,
    read: (text) => readEvent(text, readData),
    readLast: (text) => readData && completeEvent(text, parse, eventData),
  };
}

type Parse = (text: string) => unknown;

interface ReadEvent {
  data?: unknown;
  event?: string;
  id?: string;
  retry?: number;
}

function jsonOrText(data: string, parse: Parse): unknown {
  try {
    return parse(data);
  } catch (error) {
    if (error instanceof InexactInteger) throw error;
    return data;
  }
}

function requiredJson(data: string, { texts }: EventData, parse: Parse): unknown {
  if (texts.includes(data)) return data;
  try {
    return parse(data);
  } catch (error) {
    if (error instanceof InexactInteger) throw error;
    throw new SyntaxError(`The data of an event isn't JSON: ${JSON.stringify(data.slice(0, 100))}`);
  }
}

/**
 * The last event, without an empty line after it. Browsers discard it (WHATWG HTML, 9.2.6), since it may be cut off;
 * valid JSON isn't, except for a number whose line doesn't end.
 */
function completeEvent(
  text: string,
  parse: Parse,
  eventData: EventData = { texts: [] },
): ReadEvent | undefined {
  try {
    const event = readEvent(text, (data) => requiredJson(data, eventData, parse));
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
