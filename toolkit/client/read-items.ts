import type { ItemReader } from "./split-items.ts";

/**
 * The items of a response, as they arrive.
 * @param idleTimeoutMs the longest silence; then reading rejects with a `TimeoutError`. Default: no limit
 */
export async function* readItems(
  body: ReadableStream<Uint8Array>,
  found: ItemReader,
  idleTimeoutMs?: number,
): AsyncGenerator<unknown> {
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
