import type { ItemFormat } from "./item-format.ts";
import { jsonLines, jsonSequence } from "./json-items.ts";
import { type EventReading, serverSentEvents } from "./server-sent-events.ts";
import { type ItemReader, type ItemSyntax, splitItems } from "./split-items.ts";

const syntaxes: Record<ItemFormat, (reading: EventReading) => ItemSyntax> = {
  lines: ({ pointerTo }) => jsonLines(pointerTo),
  sequence: ({ pointerTo }) => jsonSequence(pointerTo),
  events: serverSentEvents,
};

/** A reader of any format. @param reading how the `data` of events is read */
export function itemReader(format: ItemFormat, reading: EventReading): ItemReader {
  return splitItems(syntaxes[format](reading));
}
