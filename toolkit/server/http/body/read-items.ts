import { InexactInteger, type ItemFormat, itemReader } from "@counterpart/client/messages";
import { pointerTo } from "../../request/exact-json.ts";
import { InvalidBody, inexactBody } from "../errors/invalid-body.ts";
import type { ExchangeRequest } from "../exchange.ts";
import { chunksOf } from "./read-bytes.ts";

export interface ItemsToRead {
  format: ItemFormat;
  jsonEvents: boolean;
  /** Bytes after decompression. */
  limit: number;
  tooLarge: () => InvalidBody;
}

/**
 * The items of a request's body as they arrive.
 * @throws InvalidBody if the body is too large, isn't UTF-8, or an item isn't JSON
 */
export async function* readItems(
  req: ExchangeRequest,
  { format, jsonEvents, limit, tooLarge }: ItemsToRead,
): AsyncGenerator<unknown> {
  const reader = itemReader(format, { jsonEvents, pointerTo });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let size = 0;
  let index = 0;
  function* counted(items: () => Iterable<unknown>): Generator<unknown> {
    try {
      for (const item of items()) {
        yield item;
        index++;
      }
    } catch (cause) {
      if (cause instanceof InexactInteger) throw inexactBody(cause, `/${index}`);
      if (!(cause instanceof SyntaxError)) throw cause;
      throw new InvalidBody(`Item ${index} of the body isn't valid JSON.`, { cause });
    }
  }
  for await (const chunk of chunksOf(req)) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    yield* counted(() => reader.push(decoded(() => decoder.decode(chunk, { stream: true }))));
  }
  yield* counted(() => reader.push(decoded(() => decoder.decode())));
  yield* counted(() => reader.end());
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch (cause) {
    throw new InvalidBody("The body isn't valid UTF-8.", { cause });
  }
}
