import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { RequestContext } from "../context.ts";
import type { ExchangeRequest, ExchangeResponse } from "../exchange.ts";

type Body = Readable & Pick<ExchangeRequest, "headers">;

/** The body exceeds its limit. */
export class BodyTooLarge extends Error {}

/** Bytes. Initial buffer size for a body of unknown length. */
const firstBytes = 16 * 1024;

/** The length that a body announces, in bytes; undefined if that isn't its length in memory. */
export function expectedSize(req: Pick<Body, "headers">): number | undefined {
  const length = isCompressed(req) ? undefined : req.headers["content-length"];
  return length === undefined ? undefined : Number(length);
}

/**
 * How many bytes a body takes when it begins to arrive: its Content-Length, or a first buffer if that is missing or the body
 * is compressed.
 */
export function firstSize(req: Pick<Body, "headers">, limit: number): number {
  return Math.min(expectedSize(req) ?? firstBytes, limit);
}

/**
 * Reads a request's body into unshared memory, so that `releaseMemory` can free it.
 * @param limit bytes after decompression
 * @param reserve called with the number of further bytes before more than `firstSize` is kept; throws to stop
 * @returns an empty buffer for a request without a body
 * @throws BodyTooLarge as soon as the body exceeds the limit; the rest is discarded
 */
export async function readBytes(
  req: Body,
  limit: number,
  reserve: (bytes: number) => void = () => {},
): Promise<Buffer<ArrayBuffer>> {
  if ((expectedSize(req) ?? 0) > limit) throw new BodyTooLarge();
  let bytes = Buffer.allocUnsafeSlow(firstSize(req, limit));
  let size = 0;
  // Copied, not kept: a client may send one byte per chunk.
  for await (const chunk of chunksOf(req)) {
    if (size + chunk.length > limit) throw new BodyTooLarge();
    if (size + chunk.length > bytes.length) {
      const needed = Math.min(Math.max(2 * bytes.length, size + chunk.length), limit);
      reserve(needed - bytes.length);
      const larger = Buffer.allocUnsafeSlow(needed);
      bytes.copy(larger);
      bytes = larger;
    }
    size += chunk.copy(bytes, size);
  }
  return bytes.subarray(0, size);
}

/**
 * A body's decompressed bytes as they arrive. The unread rest is discarded, so the connection can be reused.
 */
export async function* chunksOf(req: Body): AsyncGenerator<Buffer> {
  try {
    yield* decompressed(req).iterator({ destroyOnReturn: false });
  } finally {
    req.unpipe();
    req.resume();
  }
}

const decompressors = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress } as const;

/** Supported content codings. */
export const codings: ReadonlySet<string> = new Set(["identity", ...Object.keys(decompressors)]);

export function codingOf({ headers }: Pick<ExchangeRequest, "headers">): string {
  return headers["content-encoding"]?.toLowerCase() ?? "identity";
}

export function isCompressed(req: Pick<ExchangeRequest, "headers">): boolean {
  return codingOf(req) !== "identity";
}

function decompressed(req: Body): Readable {
  const create = decompressors[codingOf(req) as keyof typeof decompressors];
  if (!create) return req;
  const source = create();
  req.once("error", (error) => source.destroy(error));
  return req.pipe(source);
}

/** Bytes. Smaller bodies aren't worth the call. */
const minDroppedBytes = 16 * 1024;

/**
 * Drops a large body once the response is sent: a request in V8's old generation would keep it in memory
 * until the next full collection. It is dropped in the same turn, before minor collections copy it.
 * @param bytes maximum size of the body
 */
export function dropBody(
  req: ExchangeRequest,
  res: ExchangeResponse,
  context: RequestContext,
  bytes: number,
): void {
  if (bytes < minDroppedBytes) return;
  res.once("close", () => {
    if (!res.writableFinished) return;
    process.nextTick(() => {
      req.body = undefined;
      context.input = undefined;
    });
  });
}

/** Bytes. Smaller buffers aren't worth the call. */
const minReleasedBytes = 16 * 1024;

/**
 * Frees a body's memory at once, leaving the buffer empty. Waiting for the garbage collector lets hundreds of
 * megabytes pile up when many large bodies arrive together.
 * @param bytes from `readBytes`, so that nothing else shares the memory
 */
export function releaseMemory({ buffer }: Buffer<ArrayBuffer>): void {
  if (buffer.byteLength >= minReleasedBytes) buffer.transfer(0);
}

/**
 * Sends `100 Continue` to a client that waits for it (`Expect: 100-continue`). Call it when the request is
 * admitted and its body is about to be read.
 */
export function sendContinue(req: ExchangeRequest, res: ExchangeResponse): void {
  const expects = /(?:^|\W)100-continue(?:$|\W)/i.test(req.headers.expect ?? "");
  // HTTP/1.0 clients don't understand 100 Continue.
  if (expects && req.httpVersion > "1.0") res.writeContinue();
}

const digests = new WeakMap<object, string>();

/** Keeps the hash of a body with an `Idempotency-Key`, since parsers don't keep its bytes. */
export function noteDigest(req: Pick<ExchangeRequest, "headers">, body: Buffer): void {
  if (req.headers["idempotency-key"] === undefined) return;
  digests.set(req, createHash("sha256").update(body).digest("base64url"));
}

/** SHA-256 of the decompressed body in base64url; empty for a request without a body. */
export function bodyDigest(req: object): string {
  return digests.get(req) ?? "";
}
