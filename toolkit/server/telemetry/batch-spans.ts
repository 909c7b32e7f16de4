import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import { BatchSpanProcessor, type SpanExporter, type SpanProcessor } from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import { logOutage } from "../log/log-outage.ts";

// OpenTelemetry's defaults.
const maxQueueSize = 2048;
const maxExportBatchSize = 512;

/**
 * Batches spans, and logs one line when spans are lost and one when sending works again, with the number
 * lost: OpenTelemetry drops them silently. A failed export has already been retried by the exporter.
 */
export function batchSpans(exporter: SpanExporter, log: Logger): SpanProcessor {
  const outage = logOutage(log, {
    began: "could not send traces",
    over: "sending traces works again",
    counted: "lost",
  });
  /** Spans in the queue. */
  let waiting = 0;

  function report(spans: number, { code, error }: ExportResult): void {
    if (code === ExportResultCode.FAILED) outage.notice({ reason: reasonOf(error) }, spans);
    // While the queue holds a full batch, more spans may be lost.
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
      if (waiting === maxQueueSize)
        outage.notice({ reason: "Spans are created faster than they can be sent." });
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
