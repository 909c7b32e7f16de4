import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { setGlobalErrorHandler, W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import type { RequestContext } from "../http/context.ts";
import type { Observer } from "../http/observer.ts";
import { exportInThread } from "./export-in-thread.ts";
import { isUnsampled } from "./is-unsampled.ts";
import { reportLosses } from "./report-losses.ts";
import { createSampler } from "./sampler.ts";
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
  const tellLoss = (err: unknown): void => log.warn({ err }, "could not send traces");
  setGlobalErrorHandler(tellLoss);
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": serviceName, "service.version": serviceVersion }))
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
    sampler: createSampler(sampling),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportLosses(
          exportInThread({ url: `${url.replace(/\/$/, "")}/v1/traces`, timeoutMillis }),
          log,
        ),
      }),
    ],
  });
  const tracer = provider.getTracer("counterpart");
  const propagator = new W3CTraceContextPropagator();
  const current = new AsyncLocalStorage<Context>();

  /** Of the requests that are sampled. */
  const spans = new WeakMap<RequestContext, Span>();
  const followsParent = sampling.sampler.startsWith("parentbased_");

  return {
    requests: {
      within(req, context, handle) {
        const { traceparent } = req.headers;
        if (followsParent && typeof traceparent === "string" && isUnsampled(traceparent)) return handle();
        const parent = propagator.extract(ROOT_CONTEXT, req.headers, defaultTextMapGetter);
        const span = tracer.startSpan(req.method, { kind: SpanKind.SERVER }, parent);
        if (!span.isRecording()) return handle();
        spans.set(context, span);
        context.traceId = span.spanContext().traceId;
        current.run(trace.setSpan(parent, span), handle);
      },
      end(context, res) {
        const span = spans.get(context);
        if (!span) return;
        const { method, document, operation, page, identity, requestId } = context;
        span.updateName(operation?.operationId ?? page ?? "unmatched");
        span.setAttributes({ "http.request.method": method, "request.id": requestId, ...identity?.log });
        if (document !== undefined) span.setAttribute("api.document", document);
        if (operation) span.setAttribute("http.route", operation.path);
        if (res.writableFinished) span.setAttribute("http.response.status_code", res.statusCode);
        else span.setAttribute("error.type", "aborted");
        if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    },

    call(system, name, run) {
      const parent = current.getStore();
      // Calls outside a request, such as polling for changes four times a second, aren't worth a trace.
      if (!parent) return run();
      const span = tracer.startSpan(`${system} ${name}`, { kind: SpanKind.CLIENT }, parent);
      return current.run(trace.setSpan(parent, span), () =>
        whenSettled(run, {
          done: () => span.end(),
          failed(error) {
            noteFailure(span, error);
            span.end();
          },
        }),
      );
    },

    close: () => provider.shutdown().catch(tellLoss),
  };
}

/** Only the error's type: its message could contain a key or an address. */
function noteFailure(span: Span, error: unknown): void {
  span.setAttribute("error.type", error instanceof Error ? error.name : typeof error);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
