import pino, { type DestinationStream } from "pino";

/** Where a log is written to. */
export interface LogOutput extends DestinationStream {
  /** Writes what waits. */
  flushSync(): void;
}

/**
 * A file descriptor. Lines are written together, within a tenth of a second: a system call for each takes too long. What
 * waits when the process ends is written then.
 */
export function fileOutput(descriptor: number): LogOutput {
  const output = pino.destination({ dest: descriptor, sync: true, minLength: 4096, periodicFlush: 100 });
  process.once("exit", () => output.flushSync());
  return output;
}
