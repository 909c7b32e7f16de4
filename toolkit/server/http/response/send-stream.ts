import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { essence } from "../../document/media-types.ts";
import type { ExchangeResponse } from "../exchange.ts";

/** A body that is sent in chunks: a `Readable`, a web stream, an async generator. */
export type StreamedBody = AsyncIterable<string | Uint8Array>;

export function isStreamed(body: unknown): body is StreamedBody {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}

/** Releases the resources of an unsent stream, such as an open file. */
export function discard(body: unknown): void {
  if (isStreamed(body)) toReadable(body).destroy();
}

function toReadable(body: StreamedBody): Readable {
  return body instanceof Readable ? body : Readable.from(body);
}

/**
 * Streams a body with backpressure. The head is sent with the first chunk, or at once for `text/event-stream`; later errors
 * of the source abort the response. If the client disconnects, the source is destroyed.
 */
export async function sendStream(
  res: ExchangeResponse,
  body: StreamedBody,
  { isHead, contentType }: { isHead: boolean; contentType: string },
): Promise<void> {
  const source = toReadable(body);
  if (isHead) {
    source.destroy();
    res.end();
    return;
  }
  // `pipeline` temporarily adds six listeners; Node warns of a leak from the eleventh.
  res.setMaxListeners(res.getMaxListeners() + 6);
  let hasClientLeft = false;
  res.once("close", () => {
    hasClientLeft = !res.writableFinished && !source.destroyed;
    // No effect on a source that has ended.
    source.destroy();
  });
  if (essence(contentType) === "text/event-stream") res.flushHeaders();
  else await firstPiece(source);
  if (hasClientLeft) return;
  try {
    await pipeline(source, res);
  } catch (error) {
    if (!hasClientLeft) throw error;
  }
}

/** Resolves when the first chunk or the end arrives; rejects with the source's error. */
function firstPiece(source: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    const settled = (): void => {
      source.off("readable", settled).off("close", settled);
      source.off("error", reject);
      resolve();
    };
    source.once("readable", settled).once("close", settled).once("error", reject);
  });
}
