import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { ExchangeRequest } from "../exchange.ts";

type Body = Readable & Pick<ExchangeRequest, "headers">;

/** The body exceeds its limit. */
export class BodyTooLarge extends Error {}

/** Bytes. Initial buffer size for a body of unknown length. */
const firstBytes = 16 * 1024;

/**
 * Reads a request's body into unshared memory, so that `releaseMemory` can free it.
 * @param limit bytes after decompression
 * @returns an empty buffer for a request without a body
 * @throws BodyTooLarge as soon as the body exceeds the limit; the rest is discarded
 */
export async function readBytes(req: Body, limit: number): Promise<Buffer<ArrayBuffer>> {
  const expected = isCompressed(req) ? undefined : req.headers["content-length"];
  if (Number(expected) > limit) throw new BodyTooLarge();
  let bytes = Buffer.allocUnsafeSlow(expected === undefined ? Math.min(firstBytes, limit) : Number(expected));
  let size = 0;
  // Copied, not kept: a client may send one byte per chunk.
  for await (const chunk of chunksOf(req)) {
    if (size + chunk.length > limit) throw new BodyTooLarge();
    if (size + chunk.length > bytes.length) bytes = enlarged(bytes, size + chunk.length);
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

const decompressors = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

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

function enlarged(bytes: Buffer<ArrayBuffer>, needed: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.max(2 * bytes.length, needed));
  bytes.copy(larger);
  return larger;
}
