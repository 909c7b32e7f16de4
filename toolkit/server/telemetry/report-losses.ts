import type { Logger } from "pino";
import type { ExportError } from "./export-in-thread.ts";
import { logOutage } from "./log-outage.ts";

/** What became of some spans: they have arrived, unless there is an error. */
export type LossReport = (spans: number, error?: ExportError) => void;

/**
 * Logs in one line that spans can't be sent, and in one that they can again, with how many are lost. The exporter has
 * then repeated its attempt and given up.
 */
export function reportLosses(log: Logger): LossReport {
  const outage = logOutage(log, {
    began: "could not send traces",
    over: "traces are sent again",
    counted: "lost",
  });
  return (spans, error) => {
    if (error) outage.notice({ reason: `${error.code ?? error.message}` }, spans);
    else outage.end();
  };
}
