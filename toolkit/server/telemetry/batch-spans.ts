import type { SpanExporter } from "./export-in-thread.ts";
import type { LossReport } from "./report-losses.ts";
import type { Span } from "./span.ts";

/** As OpenTelemetry's batch processor has them by default. */
const batchSize = 512;
const delayMs = 5000;
const mostUnsent = 2048;

export interface SpanBatches {
  add(span: Span): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

/**
 * Hands spans on by the hundreds, or after five seconds. Where they are made faster than they are sent, those that come
 * last are lost, so that they don't fill the memory.
 */
export function batchSpans(exporter: SpanExporter, report: LossReport): SpanBatches {
  let waiting: Span[] = [];
  let timer: NodeJS.Timeout | undefined;
  let unsent = 0;
  /** Spans have been lost for want of room, and those before them aren't sent yet. */
  let isFull = false;

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    exporter.export(batch, (error) => {
      unsent -= batch.length;
      if (unsent === 0) isFull = false;
      // What arrives meanwhile doesn't end the loss.
      if (error || !isFull) report(batch.length, error);
    });
  }

  return {
    add(span) {
      if (unsent === mostUnsent) {
        isFull = true;
        report(1, { message: "Spans are made faster than they are sent." });
        return;
      }
      unsent++;
      waiting.push(span);
      if (waiting.length === batchSize) send();
      else timer ??= setTimeout(send, delayMs).unref();
    },
    async close() {
      if (waiting.length > 0) send();
      await exporter.close();
    },
  };
}
