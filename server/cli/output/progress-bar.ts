import { SingleBar } from "cli-progress";
import type { AnswerOptions, Terminal } from "../terminal.ts";

export interface ProgressBar {
  show: (done: number, total: number) => void;
  stop: () => void;
}

/** Fewer things are done before a bar could be read. */
const minTotalForBar = 5000;

/** For people at a terminal; for everybody else it shows nothing. */
export function progressBar({ stderr }: Terminal, { json }: AnswerOptions, things: string): ProgressBar {
  if (json === true || stderr.isTTY !== true) return { show() {}, stop() {} };
  const bar = new SingleBar({
    format: `{bar} {value} of {total} ${things}`,
    clearOnComplete: true,
    // Its own way to end on Ctrl-C would only stop the bar.
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
