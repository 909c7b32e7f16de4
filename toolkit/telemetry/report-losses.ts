import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import { withoutSecrets } from "../http/secret-text.ts";

/**
 * Logs in one line that spans can't be sent, and in one that they can again, with how many are lost. The exporter has
 * then repeated its attempt and given up.
 */
export function reportLosses(exporter: SpanExporter, log: Logger): SpanExporter {
  /** Undefined while spans arrive. */
  let outage: { since: number; lost: number } | undefined;

  function note({ code, error }: ExportResult, spans: number): void {
    if (code === ExportResultCode.SUCCESS) {
      if (!outage) return;
      const seconds = Math.round((performance.now() - outage.since) / 100) / 10;
      log.info({ seconds, lost: outage.lost }, "traces are sent again");
      outage = undefined;
      return;
    }
    if (!outage) {
      outage = { since: performance.now(), lost: 0 };
      log.warn({ reason: reasonOf(error) }, "could not send traces");
    }
    outage.lost += spans;
  }

  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        note(result, spans.length);
        // Otherwise whoever sends batches would report each failure once more.
        done({ code: ExportResultCode.SUCCESS });
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

function reasonOf(error: Error | undefined): string {
  const { code, message = "unknown" }: Partial<NodeJS.ErrnoException> = error ?? {};
  return withoutSecrets(code === undefined ? message : `${code}`);
}
