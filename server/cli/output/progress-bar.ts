import { SingleBar } from "cli-progress";
import type { AnswerOptions, Terminal } from "../terminal.ts";

export interface ProgressBar {
  show: (done: number, total: number) => void;
  stop: () => void;
}

/** Fewer items finish before a bar would be useful. */
const minTotalForBar = 5000;

/** Shown only on an interactive terminal. */
export function progressBar({ stderr }: Terminal, { json }: AnswerOptions, things: string): ProgressBar {
  if (json === true || stderr.isTTY !== true) return { show() {}, stop() {} };
  const bar = new SingleBar({
    format: `{bar} {value} of {total} ${things}`,
    clearOnComplete: true,
    // The library's own Ctrl-C handling would only stop the bar.
    gracefulExit: false,
  });
  return {
    show(done, total) {
      if (total < minTotalForBar) return;
      if (!bar.isActive) bar.start(total, done);
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}
