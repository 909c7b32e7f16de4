import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Observer } from "../http/observer.ts";
import { batchSpans } from "./batch-spans.ts";
import { exportInThread } from "./export-in-thread.ts";
import { reportLosses } from "./report-losses.ts";
import { createSampler } from "./sampler.ts";
import { callSpan, requestSpan, type Span } from "./span.ts";
import type { Telemetry } from "./telemetry.ts";
import { defaultSampling, type TraceSampling } from "./trace-sampling.ts";
import { whenSettled } from "./when-settled.ts";

/** How long the collector may take; the process's end waits for it. */
const timeoutMillis = 3000;

export interface Traces extends Pick<Telemetry, "call"> {
  requests: Observer;
  close(): Promise<void>;
}

/**
 * Sends a span for each request, and for each call made for it, to an OpenTelemetry collector. A request that brings a
 * `traceparent` (W3C) continues that trace. A request that isn't sampled, and the calls made for it, leave no span, and
 * hardly any processor time. Spans carry names, ids and statuses; no addresses, keys or bodies.
 * The collector's own headers and the like come from the OTEL_EXPORTER_OTLP_… variables, which the exporter reads.
 */
export function openTraces(parts: {
  url: string;
  sampling?: TraceSampling | undefined;
  serviceName: string;
  serviceVersion: string;
  log: Logger;
}): Traces {
  const { url, sampling = defaultSampling, serviceName, serviceVersion, log } = parts;
  const exporter = exportInThread({
    url: `${url.replace(/\/$/, "")}/v1/traces`,
    timeoutMillis,
    serviceName,
    serviceVersion,
    serviceInstanceId: randomUUID(),
  });
  const sender = batchSpans(exporter, reportLosses(log));
  const sample = createSampler(sampling);
  const current = new AsyncLocalStorage<Span>();

  function end(span: Span): void {
    span.endedAt = performance.now();
    sender.add(span);
  }

  return {
    requests: {
      within({ headers }, context, handle) {
        const place = sample(headers.traceparent);
        if (!place) return handle();
        const span = requestSpan(place, headers.tracestate);
        context.span = span;
        current.run(span, handle);
      },
      end(context, res) {
        const { span, method, document, operation, page, identity, requestId } = context;
        if (!span) return;
        span.name = operation?.operationId ?? page ?? "unmatched";
        span.attributes = { "http.request.method": method, "request.id": requestId, ...identity?.log };
        if (document !== undefined) span.attributes["api.document"] = document;
        if (operation) span.attributes["http.route"] = operation.path;
        if (res.writableFinished) span.attributes["http.response.status_code"] = res.statusCode;
        else span.attributes["error.type"] = "aborted";
        span.hasFailed = res.statusCode >= 500;
        end(span);
      },
    },

    call(system, name, run) {
      const parent = current.getStore();
      // Calls outside a request, such as polling for changes four times a second, aren't worth a trace.
      if (!parent) return run();
      const span = callSpan(parent, `${system} ${name}`);
      return current.run(span, () =>
        whenSettled(run, {
          done: () => end(span),
          failed(error) {
            // Only the error's type: its message could contain a key or an address.
            span.attributes["error.type"] = error instanceof Error ? error.name : typeof error;
            span.hasFailed = true;
            end(span);
          },
        }),
      );
    },

    close: () => sender.close(),
  };
}
