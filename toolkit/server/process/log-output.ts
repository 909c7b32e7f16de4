import pino, { type DestinationStream } from "pino";

/** How long a line may wait to be written, in milliseconds. */
const maxWaitMs = 100;
/** Characters. */
const maxWaiting = 64 * 1024;

/** Where a log is written to. */
export interface LogOutput extends DestinationStream {
  /** Writes a line at once, after all that wait. */
  write(line: string): void;
  /** Writes a line within a tenth of a second, together with others: a system call for each takes too long. */
  collect(line: string): void;
  /** Writes what waits. */
  flush(): void;
}

/** @param target writes synchronously */
export function bufferedOutput(target: DestinationStream): LogOutput {
  let waiting = "";
  let timer: NodeJS.Timeout | undefined;

  function write(line: string): void {
    clearTimeout(timer);
    timer = undefined;
    const text = waiting + line;
    waiting = "";
    if (text !== "") target.write(text);
  }
  const flush = (): void => write("");

  return {
    write,
    collect(line) {
      waiting += line;
      if (waiting.length > maxWaiting) flush();
      else timer ??= setTimeout(flush, maxWaitMs).unref();
    },
    flush,
  };
}

/** Standard output. What waits when the process ends is written then. */
export function standardOutput(): LogOutput {
  const output = bufferedOutput(pino.destination({ dest: 1, sync: true }));
  process.once("exit", output.flush);
  return output;
}
