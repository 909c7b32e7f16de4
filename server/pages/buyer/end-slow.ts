import type { ServerResponse } from "node:http";

/** Of a whole download. A file of 25 MB takes at most 27 minutes. */
export const slowest = { bytesPerSecond: 16 * 1024, checkEveryMs: 20_000 };

/**
 * Ends a response whose client reads too slowly on average, since it occupies a place that others need. What the system
 * buffers counts as read, so a client that is fast enough is never ended.
 * @returns stops the measurement
 */
export function endSlow(res: ServerResponse, { bytesPerSecond, checkEveryMs } = slowest): () => void {
  const { socket } = res;
  // `bytesWritten` includes what still waits in this process.
  const sent = () => (socket ? socket.bytesWritten - socket.writableLength : 0);
  const before = sent();
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += checkEveryMs / 1000;
    if (sent() - before < bytesPerSecond * seconds) res.destroy();
  }, checkEveryMs);
  return () => clearInterval(timer);
}
