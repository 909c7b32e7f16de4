import type { Logger } from "pino";

export interface OutageLines {
  level?: "warn" | "error";
  began: string;
  over: string;
  /** What the last line calls the number of times that the outage was noticed. */
  counted: string;
}

export interface LoggedOutage {
  /** How often it was noticed; 0 while there is no outage. */
  count(): number;
  /** @param fields of the first line */
  notice(fields: object, times?: number): void;
  /** Ends an outage, if there is one. @param endedAt by the process's clock, in ms */
  end(endedAt?: number): void;
}

/** Logs an outage in one line when it begins and one when it is over, with its length. */
export function logOutage(log: Logger, { level = "warn", began, over, counted }: OutageLines): LoggedOutage {
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
