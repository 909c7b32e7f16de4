import type { Terminal } from "./command.ts";

const msOnTerminal = 100;
const msElsewhere = 15_000;
const defaultColumns = 80;

/** Shows a command's progress: on a terminal in one updated line, in a CI log by occasional lines. */
export function createProgress(stderr: Terminal["stderr"], now: () => number = () => performance.now()) {
  const { isTTY = false } = stderr;
  // Some terminals report a width of 0.
  const columns = stderr.columns || defaultColumns;
  const everyMs = isTTY ? msOnTerminal : msElsewhere;
  let shownAt = isTTY ? -Infinity : now();
  return {
    show(line: string) {
      if (now() - shownAt < everyMs) return;
      shownAt = now();
      // A line that wraps could not be cleared.
      stderr.write(isTTY ? `\r\x1b[K${line.slice(0, columns - 1)}` : `${line}\n`);
    },
    /** Clears the line on a terminal. */
    end() {
      if (isTTY) stderr.write("\r\x1b[K");
    },
  };
}
