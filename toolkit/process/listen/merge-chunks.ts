import type { IncomingMessage } from "node:http";

/** Bytes. A chunk of more than half of it isn't buffered. */
const pieceSize = 4096;
/** How long bytes wait to be merged. */
const waitMs = 50;

/**
 * Merges a body's small chunks before anybody reads them. The sender decides how the body is chunked, down to a byte
 * per chunk, and each chunk takes some hundred bytes of memory beyond its content. To be called before parsing begins.
 */
export function mergeChunks(req: IncomingMessage): void {
  const { "content-length": told = "0", "transfer-encoding": coding } = req.headers;
  const whole = Number(told);
  if (coding === undefined && whole === 0) return;
  const push = req.push.bind(req);
  /** What is buffered: a single chunk as it arrived, or this many bytes of `piece`. */
  let single: Buffer | undefined;
  let length = 0;
  let piece: Buffer | undefined;
  let timer: NodeJS.Timeout | undefined;

  function pushHeld(): void {
    clearTimeout(timer);
    timer = undefined;
    const held = single ?? piece?.subarray(0, length);
    // Memory that was handed to a reader isn't reused.
    if (!single) piece = piece?.subarray(length);
    single = undefined;
    length = 0;
    if (held && held.length > 0) push(held);
  }

  function add(chunk: Buffer): void {
    if (piece === undefined || length + chunk.length > piece.length) {
      pushHeld();
      piece = Buffer.allocUnsafeSlow(pieceSize);
    }
    length += chunk.copy(piece, length);
  }

  req.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk === null || chunk.length > pieceSize / 2 || chunk.length === whole) {
      pushHeld();
      return push(chunk, encoding);
    }
    if (single) {
      const first = single;
      single = undefined;
      add(first);
      add(chunk);
    } else if (length > 0) {
      add(chunk);
    } else {
      single = chunk;
    }
    timer ??= setTimeout(pushHeld, waitMs);
    return true;
  };
  req.once("close", () => clearTimeout(timer));
}
