import { essence } from "./media-type.ts";

/**
 * How a sequence of items is serialized (OpenAPI 3.2, 4.14.5): JSON `lines`, an RFC 7464 JSON `sequence`, or
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

/** The texts among the `data` of server-sent events; all other `data` is JSON. Undefined if none is JSON. */
export type EventData = { texts: string[] };
