// Copied by `counterpart generate`. Don't edit: it is overwritten.

import type { ItemFormat } from "./item-format.ts";
import { itemReader } from "./item-reader.ts";

/**
 * The items of a response, as they arrive.
 * @param jsonEvents whether the `data` of events is JSON; invalid JSON stays text
 */
export async function* readItems(
  body: ReadableStream<Uint8Array>,
  format: ItemFormat,
  options: { jsonEvents?: boolean },
): AsyncGenerator<unknown> {
  const found = itemReader(format, options);
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      yield* found.push(done ? decoder.decode() : decoder.decode(value, { stream: true }));
      if (done) break;
    }
    yield* found.end();
  } finally {
    await reader.cancel();
  }
}
