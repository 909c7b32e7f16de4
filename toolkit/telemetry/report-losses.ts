import type { Logger } from "pino";
import { withoutSecrets } from "../http/secret-text.ts";
import type { ExportError } from "./export-in-thread.ts";

/** What became of some spans: they have arrived, unless there is an error. */
export type LossReport = (spans: number, error?: ExportError) => void;

/**
 * Logs in one line that spans can't be sent, and in one that they can again, with how many are lost. The exporter has
 * then repeated its attempt and given up.
 */
export function reportLosses(log: Logger): LossReport {
  /** Undefined while spans arrive. */
  let outage: { since: number; lost: number } | undefined;

  return (spans, error) => {
    if (error) {
      if (!outage) {
        outage = { since: performance.now(), lost: 0 };
        log.warn({ reason: reasonOf(error) }, "could not send traces");
      }
      outage.lost += spans;
    } else if (outage) {
      const seconds = Math.round((performance.now() - outage.since) / 100) / 10;
      log.info({ seconds, lost: outage.lost }, "traces are sent again");
      outage = undefined;
    }
  };
}

function reasonOf({ code, message }: ExportError): string {
  return withoutSecrets(code === undefined ? message : `${code}`);
}
