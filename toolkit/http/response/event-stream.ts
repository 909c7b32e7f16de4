/** One event of a `text/event-stream`. */
export interface ServerSentEvent {
  /** Sent as JSON, unless it is a string. */
  data: unknown;
  /** The event's type; browsers call it `message` without one. */
  event?: string;
  /** What a client that reconnects sends as `Last-Event-ID`. */
  id?: string;
  /** How long a client waits before it reconnects. */
  retryMs?: number;
}

/**
 * Events as the body of a `text/event-stream` response. A connection without traffic for two minutes is closed, so an
 * event, even an empty one, must be sent in between.
 */
export async function* eventStream(events: AsyncIterable<ServerSentEvent>): AsyncGenerator<string> {
  for await (const event of events) yield eventText(event);
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
