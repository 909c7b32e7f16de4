/** Items as `write` returns them; bytes are sent as they are. */
export async function* itemStream(
  items: AsyncIterable<unknown>,
  write: (item: unknown) => string,
): AsyncGenerator<string | Uint8Array> {
  for await (const item of items) yield item instanceof Uint8Array ? item : write(item);
}
