import type { ServerResponse } from "node:http";

/** Of a whole download. A file of 25 MB waits for its client for at most 27 minutes. */
export const slowest = { bytesPerSecond: 16 * 1024, checkEverySeconds: 20 };

/**
 * Ends a response whose client reads too slowly on average, since it occupies a place that others need. Only seconds in which
 * the response waits for the client count, not those of a slow storage. What the system buffers counts as read.
 * @returns stops the measurement
 */
export function endSlow(res: ServerResponse, { bytesPerSecond, checkEverySeconds } = slowest): () => void {
  const { socket } = res;
  // `bytesWritten` includes what still waits in this process.
  const sent = () => (socket ? socket.bytesWritten - socket.writableLength : 0);
  const before = sent();
  let seconds = 0;
  const timer = setInterval(() => {
    // A pipelined response has no socket yet: it waits for its client too.
    if (socket?.writableLength === 0) return;
    seconds += 1;
    if (seconds % checkEverySeconds === 0 && sent() - before < bytesPerSecond * seconds) res.destroy();
  }, 1000);
  return () => clearInterval(timer);
}
