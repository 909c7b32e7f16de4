import type { MediaType } from "../../document/document.ts";
import type { ItemFormat } from "../../document/item-stream.ts";
import { eventText } from "./event-stream.ts";

/**
 * One item of a stream as it is sent. An event's members are those of OpenAPI 3.2: `data`, `event`, `id` and `retry`.
 * @param mediaType says which `data` is JSON; without it, all but texts
 */
export function itemText(
  format: ItemFormat,
  item: unknown,
  { eventData }: Pick<MediaType, "eventData"> = {},
): string {
  switch (format) {
    case "lines":
      return `${JSON.stringify(item)}\n`;
    case "sequence":
      return `\u001e${JSON.stringify(item)}\n`;
    case "events": {
      const { data = "", event, id, retry } = item as Record<string, unknown>;
      return eventText({
        data: isJsonString(data, eventData) ? JSON.stringify(data) : data,
        ...(event !== undefined && { event: String(event) }),
        ...(id !== undefined && { id: String(id) }),
        ...(retry !== undefined && { retryMs: Number(retry) }),
      });
    }
  }
}

function isJsonString(data: unknown, eventData: MediaType["eventData"]): boolean {
  return typeof data === "string" && eventData !== undefined && !eventData.texts.includes(data);
}

/** Items as `write` returns them; bytes are sent as they are. */
export async function* itemStream(
  items: AsyncIterable<unknown>,
  write: (item: unknown) => string,
): AsyncGenerator<string | Uint8Array> {
  for await (const item of items) yield item instanceof Uint8Array ? item : write(item);
}
