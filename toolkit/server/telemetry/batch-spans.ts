import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import { BatchSpanProcessor, type SpanExporter, type SpanProcessor } from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import { logOutage } from "../log/log-outage.ts";

// As OpenTelemetry has them by default.
const maxQueueSize = 2048;
const maxExportBatchSize = 512;

/**
 * OpenTelemetry's batches, which lose spans silently. Logs in one line that spans are lost, and in one that they arrive
 * again, with how many were lost. The exporter has then repeated its attempt and given up.
 */
export function batchSpans(exporter: SpanExporter, log: Logger): SpanProcessor {
  const outage = logOutage(log, {
    began: "could not send traces",
    over: "traces are sent again",
    counted: "lost",
  });
  /** How many are in the queue. */
  let waiting = 0;

  function report(spans: number, { code, error }: ExportResult): void {
    if (code === ExportResultCode.FAILED) outage.notice({ reason: reasonOf(error) }, spans);
    // A queue that stays full loses more.
    else if (waiting < maxExportBatchSize) outage.end();
  }

  const batches = new BatchSpanProcessor({
    maxQueueSize,
    maxExportBatchSize,
    exporter: {
      export(spans, done) {
        waiting -= spans.length;
        exporter.export(spans, (result) => {
          report(spans.length, result);
          done(result);
        });
      },
      shutdown: () => exporter.shutdown(),
    },
  });
  return {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd(span) {
      if (waiting === maxQueueSize) outage.notice({ reason: "Spans are made faster than they are sent." });
      else waiting++;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}

function reasonOf(error: NodeJS.ErrnoException | undefined): string {
  return `${error?.code ?? error?.message}`;
}
