import type { IncomingMessage } from "node:http";

/** Bytes. Smaller buffers aren't worth the call. */
const minReleasedBytes = 16 * 1024;

/**
 * Frees a buffer's memory at once; the buffer is empty afterwards. The garbage collector frees memory outside its heap so
 * late that hundreds of megabytes pile up when many large bodies arrive at once. Does nothing for small buffers and for
 * those that share their memory with others.
 */
export function releaseMemory(bytes: Buffer): void {
  if (bytes.length < minReleasedBytes) return;
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length) buffer.transfer(0);
}

/**
 * Collects the chunks of a request's body so that they can be freed. Call it right before a body parser that copies them,
 * and `release` when the parser is done.
 */
export function collectChunks(req: IncomingMessage): { release(): void } {
  const chunks: Buffer[] = [];
  const collect = (chunk: Buffer): void => void chunks.push(chunk);
  if (mayHaveLargeChunks(req)) req.on("data", collect);
  return {
    release() {
      req.off("data", collect);
      for (const chunk of chunks.splice(0)) releaseMemory(chunk);
    },
  };
}

/** Compressed chunks don't count: zlib may still be reading one in its thread after an error, so they can't be freed. */
function mayHaveLargeChunks({ headers }: IncomingMessage): boolean {
  const isCompressed = (headers["content-encoding"] ?? "identity").toLowerCase() !== "identity";
  return !isCompressed && !(Number(headers["content-length"]) < minReleasedBytes);
}
