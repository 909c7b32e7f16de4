import { eventText, type ServerSentEvent } from "../../client-runtime/item-text.ts";

/**
 * Turns events into a `text/event-stream` body. Send an event, even an empty one, at least every two minutes:
 * idle connections are closed.
 */
export async function* eventStream(events: AsyncIterable<ServerSentEvent>): AsyncGenerator<string> {
  for await (const event of events) yield eventText(event);
}
