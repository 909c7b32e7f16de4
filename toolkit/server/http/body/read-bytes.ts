import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** A body has more bytes than its limit. */
export class BodyTooLarge extends Error {}

/** Bytes. What a body of unknown length is read into at first. */
const firstBytes = 16 * 1024;

/**
 * Reads a request's body. Its bytes share their memory with nothing, so that `releaseMemory` can free it.
 * @param limit bytes, decompressed
 * @returns no bytes for a request without a body
 * @throws BodyTooLarge as soon as it exceeds the limit; what still arrives is discarded
 */
export async function readBytes(req: IncomingMessage, limit: number): Promise<Buffer<ArrayBuffer>> {
  const expected = isCompressed(req) ? undefined : req.headers["content-length"];
  if (Number(expected) > limit) throw new BodyTooLarge();
  let bytes = Buffer.allocUnsafeSlow(expected === undefined ? Math.min(firstBytes, limit) : Number(expected));
  let size = 0;
  // The sender decides how a body is chunked, down to a byte per chunk, so that chunks aren't kept.
  for await (const chunk of chunksOf(req)) {
    if (size + chunk.length > limit) throw new BodyTooLarge();
    if (size + chunk.length > bytes.length) bytes = enlarged(bytes, size + chunk.length);
    size += chunk.copy(bytes, size);
  }
  return bytes.subarray(0, size);
}

/** A body's bytes as they arrive, decompressed. What isn't read is discarded, so that the connection can be used again. */
export async function* chunksOf(req: IncomingMessage): AsyncGenerator<Buffer> {
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

/** Content codings that a body may be sent in. */
export const codings: ReadonlySet<string> = new Set(["identity", ...Object.keys(decompressors)]);

export function codingOf({ headers }: IncomingMessage): string {
  return headers["content-encoding"]?.toLowerCase() ?? "identity";
}

export function isCompressed(req: IncomingMessage): boolean {
  return codingOf(req) !== "identity";
}

function decompressed(req: IncomingMessage): Readable {
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
