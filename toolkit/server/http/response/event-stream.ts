import { eventText, type ServerSentEvent } from "../../client-runtime/item-text.ts";

/**
 * Events as the body of a `text/event-stream` response. A connection without traffic for two minutes is closed, so an
 * event, even an empty one, must be sent in between.
 */
export async function* eventStream(events: AsyncIterable<ServerSentEvent>): AsyncGenerator<string> {
  for await (const event of events) yield eventText(event);
}
