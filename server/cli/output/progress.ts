import type { AnswerOptions, Terminal } from "../terminal.ts";

export interface Progress {
  show: (done: number, total: number) => void;
  /** Clears the line on a terminal. */
  end: () => void;
}

const msOnTerminal = 100;
const msElsewhere = 15_000;

/**
 * Shows how many things are done, as the toolkit's commands do: on a terminal in one updated line, in a log by
 * occasional lines. With `--json`, nothing is shown.
 */
export function createProgress(
  { stderr }: Pick<Terminal, "stderr">,
  { json }: AnswerOptions,
  things: string,
  now: () => number = () => performance.now(),
): Progress {
  if (json === true) return { show() {}, end() {} };
  const { rewriteLine } = stderr;
  const everyMs = rewriteLine ? msOnTerminal : msElsewhere;
  let shownAt = rewriteLine ? -Infinity : now();
  return {
    show(done, total) {
      if (now() - shownAt < everyMs) return;
      shownAt = now();
      const line = `${done} of ${total} ${things}`;
      if (rewriteLine) rewriteLine(line);
      else stderr.write(`${line}\n`);
    },
    end: () => rewriteLine?.(""),
  };
}
