import type { EventData, ItemFormat } from "./item-format.ts";
import { itemText } from "./item-text.ts";

/** How the items of a request are serialized. */
export interface ItemWriting {
  format: ItemFormat;
  eventData?: EventData;
}

/** Items as a request's body, sent as they arrive. Anything else is sent unchanged. */
export function writeItems({ format, eventData }: ItemWriting, items: unknown): unknown {
  if (typeof items !== "object" || items === null || !(Symbol.asyncIterator in items)) return items;
  if (items instanceof ReadableStream) return items;
  const iterator = (items as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(itemText(format, value, eventData)));
    },
    async cancel(reason) {
      await iterator.return?.(reason);
    },
  });
}
