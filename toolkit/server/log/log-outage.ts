import type { Log } from "./log-port.ts";

interface OutageLines {
  level?: "warn" | "error";
  began: string;
  over: string;
  /** The last line's field name for the number of notices. */
  counted: string;
}

export type LoggedOutage = ReturnType<typeof logOutage>;

/** Logs one line when an outage begins and one when it ends, with its duration. */
export function logOutage(log: Log, { level = "warn", began, over, counted }: OutageLines) {
  let count = 0;
  let since = 0;
  return {
    /** Number of notices; 0 without an outage. */
    count: () => count,
    /** @param fields of the first line */
    notice(fields: object, times = 1): void {
      if (count === 0) {
        since = performance.now();
        log[level](fields, began);
      }
      count += times;
    },
    /** Ends the outage, if any. @param endedAt by `performance.now()`, in ms */
    end(endedAt = performance.now()): void {
      if (count === 0) return;
      const seconds = Math.round((endedAt - since) / 100) / 10;
      log.info({ seconds, [counted]: count }, over);
      count = 0;
    },
  };
}
