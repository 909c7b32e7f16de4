import type { Log } from "./log-port.ts";

export interface OutageLines {
  level?: "warn" | "error";
  began: string;
  over: string;
  /** The last line's field name for the number of notices. */
  counted: string;
}

export interface LoggedOutage {
  /** Number of notices; 0 without an outage. */
  count(): number;
  /** @param fields of the first line */
  notice(fields: object, times?: number): void;
  /** Ends the outage, if any. @param endedAt by `performance.now()`, in ms */
  end(endedAt?: number): void;
}

/** Logs one line when an outage begins and one when it ends, with its duration. */
export function logOutage(log: Log, { level = "warn", began, over, counted }: OutageLines): LoggedOutage {
  let count = 0;
  let since = 0;
  return {
    count: () => count,
    notice(fields, times = 1) {
      if (count === 0) {
        since = performance.now();
        log[level](fields, began);
      }
      count += times;
    },
    end(endedAt = performance.now()) {
      if (count === 0) return;
      const seconds = Math.round((endedAt - since) / 100) / 10;
      log.info({ seconds, [counted]: count }, over);
      count = 0;
    },
  };
}
