// Copied by `counterpart generate`. Don't edit: it is overwritten.

import { essence } from "./media-type.ts";

/**
 * How a body with a sequence of items is written (OpenAPI 3.2, 4.14.5): JSON `lines`, an RFC 7464 `sequence` of JSON, or
 * server-sent `events`.
 */
export type ItemFormat = "lines" | "sequence" | "events";

/** Undefined for a media type that isn't read or written item by item. */
export function itemFormat(mediaType: string): ItemFormat | undefined {
  const type = essence(mediaType);
  if (type === "text/event-stream") return "events";
  if (/[/+]json-seq$/.test(type)) return "sequence";
  return /^application\/(x-)?(jsonl|ndjson|jsonlines)$/.test(type) ? "lines" : undefined;
}

/** Which `data` of server-sent events is JSON: all but these texts. Undefined where none is. */
export type EventData = { texts: string[] };
