import type { ServerResponse } from "node:http";

/** Slower than a modem of 1998. A file of 25 MB takes at most an hour. */
export const slowest = { bytesPerSecond: 8 * 1024, perMs: 20_000 };

/**
 * Ends a response whose client reads it too slowly, since it occupies a place that others wait for.
 * @returns stops the measurement
 */
export function endSlow(res: ServerResponse, { bytesPerSecond, perMs } = slowest): () => void {
  const { socket } = res;
  let before = socket?.bytesWritten ?? 0;
  const timer = setInterval(() => {
    const written = socket?.bytesWritten ?? 0;
    if (written - before < (bytesPerSecond * perMs) / 1000) res.destroy();
    before = written;
  }, perMs);
  return () => clearInterval(timer);
}
