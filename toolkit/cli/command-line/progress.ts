import type { Terminal } from "./command.ts";

export interface Progress {
  show: (line: string) => void;
  /** Takes the line off a terminal. */
  end: () => void;
}

const msOnTerminal = 100;
const msElsewhere = 15_000;

/** Tells how far a command has come: in one line of a terminal, in a log of CI by a line now and then. */
export function createProgress(
  stderr: Terminal["stderr"],
  now: () => number = () => performance.now(),
): Progress {
  const { isTTY = false } = stderr;
  const everyMs = isTTY ? msOnTerminal : msElsewhere;
  let shownAt = isTTY ? -Infinity : now();
  return {
    show(line) {
      if (now() - shownAt < everyMs) return;
      shownAt = now();
      stderr.write(isTTY ? `\r\x1b[K${line}` : `${line}\n`);
    },
    end() {
      if (isTTY) stderr.write("\r\x1b[K");
    },
  };
}
