/** Excel only recognises UTF-8 by this byte order mark. */
export async function* withByteOrderMark(parts: AsyncIterable<string>): AsyncGenerator<string> {
  yield "\uFEFF";
  yield* parts;
}
