/** Serialises items with `write`; bytes are sent unchanged. */
export async function* itemStream(
  items: AsyncIterable<unknown>,
  write: (item: unknown) => string,
): AsyncGenerator<string | Uint8Array> {
  for await (const item of items) yield item instanceof Uint8Array ? item : write(item);
}
