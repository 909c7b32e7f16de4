import pino, { type DestinationStream } from "pino";

/** The destination of a log. */
export interface LogOutput extends DestinationStream {
  /** Writes buffered lines. */
  flushSync(): void;
}

/**
 * Writes to a file descriptor. Buffers lines for up to 100 ms, since a system call per line is slow, and
 * flushes them when the process exits.
 */
export function fileOutput(descriptor: number): LogOutput {
  const output = pino.destination({ dest: descriptor, sync: true, minLength: 4096, periodicFlush: 100 });
  process.once("exit", () => output.flushSync());
  return output;
}
