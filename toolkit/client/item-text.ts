import type { EventData, ItemFormat } from "./item-format.ts";

/** One event of a `text/event-stream`. */
export interface ServerSentEvent {
  /** Sent as JSON, unless it is a string. */
  data: unknown;
  /** The event's type; browsers call it `message` without one. */
  event?: string;
  /** The `Last-Event-ID` of a client that reconnects. */
  id?: string;
  /** How long a client waits before it reconnects. */
  retryMs?: number;
}

/**
 * One item of a stream as sent. An event's members are those of OpenAPI 3.2: `data`, `event`, `id` and `retry`.
 * @param eventData by default, all `data` except strings is JSON
 */
export function itemText(format: ItemFormat, item: unknown, eventData?: EventData): string {
  switch (format) {
    case "lines":
      return `${JSON.stringify(item)}\n`;
    case "sequence":
      return `\u001e${JSON.stringify(item)}\n`;
    case "events": {
      const { data = "", event, id, retry } = item as Record<string, unknown>;
      const isJson = typeof data === "string" && eventData !== undefined && !eventData.texts.includes(data);
      return eventText({
        data: isJson ? JSON.stringify(data) : data,
        ...(event !== undefined && { event: String(event) }),
        ...(id !== undefined && { id: String(id) }),
        ...(retry !== undefined && { retryMs: Number(retry) }),
      });
    }
  }
}

export function eventText({ data, event, id, retryMs }: ServerSentEvent): string {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  const lines = [
    ...(event === undefined ? [] : [`event: ${oneLine(event)}`]),
    ...(id === undefined ? [] : [`id: ${oneLine(id)}`]),
    ...(retryMs === undefined ? [] : [`retry: ${retryMs}`]),
    ...text.split(/\r\n|\r|\n/).map((line) => `data: ${line}`),
  ];
  return `${lines.join("\n")}\n\n`;
}

/** A line break would begin another field. */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\0]/g, " ");
}
