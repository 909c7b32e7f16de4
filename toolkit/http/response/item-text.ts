import type { ItemFormat } from "../../document/item-stream.ts";
import { eventText } from "./event-stream.ts";

/** One item of a stream as it is sent. An event's members are those of OpenAPI 3.2: `data`, `event`, `id` and `retry`. */
export function itemText(format: ItemFormat, item: unknown): string {
  switch (format) {
    case "lines":
      return `${JSON.stringify(item)}\n`;
    case "sequence":
      return `\u001e${JSON.stringify(item)}\n`;
    case "events": {
      const { data = "", event, id, retry } = item as Record<string, unknown>;
      return eventText({
        data,
        ...(event !== undefined && { event: String(event) }),
        ...(id !== undefined && { id: String(id) }),
        ...(retry !== undefined && { retryMs: Number(retry) }),
      });
    }
  }
}

/** Items as they are sent, each checked before; bytes are sent as they are. */
export async function* itemStream(
  items: AsyncIterable<unknown>,
  format: ItemFormat,
  check: (item: unknown) => void,
): AsyncGenerator<string | Uint8Array> {
  for await (const item of items) {
    if (item instanceof Uint8Array) {
      yield item;
      continue;
    }
    check(item);
    yield itemText(format, item);
  }
}
