import type { ItemFormat } from "./item-format.ts";
import { type EventReading, itemReader } from "./item-reader.ts";

/** How a stream of items is read. */
export interface ItemReading extends EventReading {
  /** The longest silence; then reading rejects with a `TimeoutError`. Default: no limit. */
  idleTimeoutMs?: number;
}

/** The items of a response, as they arrive. */
export async function* readItems(
  body: ReadableStream<Uint8Array>,
  format: ItemFormat,
  { idleTimeoutMs, ...reading }: ItemReading,
): AsyncGenerator<unknown> {
  const found = itemReader(format, reading);
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await beforeTimeout(reader.read(), idleTimeoutMs);
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
      for (const item of found.push(text)) yield item;
      if (done) break;
    }
    for (const item of found.end()) yield item;
  } finally {
    await reader.cancel();
  }
}

async function beforeTimeout<T>(read: Promise<T>, idleTimeoutMs: number | undefined): Promise<T> {
  if (idleTimeoutMs === undefined) return read;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    const error = new DOMException(`Nothing arrived for ${idleTimeoutMs} ms.`, "TimeoutError");
    timer = setTimeout(() => reject(error), idleTimeoutMs);
  });
  try {
    return await Promise.race([read, silence]);
  } finally {
    clearTimeout(timer);
  }
}
