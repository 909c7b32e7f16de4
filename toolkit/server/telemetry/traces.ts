import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  type Resource,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import type { RequestContext } from "../http/context.ts";
import type { Observer } from "../http/observer.ts";
import { batchSpans } from "./batch-spans.ts";
import type { Telemetry } from "./telemetry.ts";
import { defaultSampling, type TraceSampling } from "./trace-sampling.ts";
import { whenSettled } from "./when-settled.ts";

/** The collector's time limit, which also bounds how long shutdown waits for it. */
const timeoutMillis = 3000;

export interface Traces extends Pick<Telemetry, "call"> {
  requests: Observer;
  close(): Promise<void>;
}

interface Named {
  /** Used unless OTEL_SERVICE_NAME is set. */
  serviceName: string;
  serviceVersion: string;
}

/**
 * Sends spans of requests and their calls to an OpenTelemetry collector (OTEL_EXPORTER_OTLP_…), continuing a W3C
 * `traceparent`. Spans contain names, ids and statuses, never addresses, keys or bodies.
 */
export function openTraces({
  url,
  sampling = defaultSampling,
  log,
  ...named
}: Named & {
  url: string;
  sampling?: TraceSampling | undefined;
  log: Logger;
}): Traces {
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/$/, "")}/v1/traces`, timeoutMillis });
  const provider = new TracerProvider({
    resource: resourceOf(named),
    sampler: createSampler(sampling),
    spanProcessors: [batchSpans(exporter, log)],
  });
  const tracer = provider.getTracer("counterpart");
  const propagator = new W3CTraceContextPropagator();
  const current = new AsyncLocalStorage<Context>();
  const spans = new WeakMap<RequestContext, Span>();

  return {
    requests: {
      within({ headers }, context, handle) {
        const caller = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
        const span = tracer.startSpan("request", { kind: SpanKind.SERVER }, caller);
        if (!span.isRecording()) return handle();
        context.span = span;
        spans.set(context, span);
        current.run(trace.setSpan(caller, span), handle);
      },
      end(context, res) {
        const span = spans.get(context);
        const { method, via, document, operation, page, identity, requestId } = context;
        if (!span) return;
        span.updateName(operation?.operationId ?? page ?? "unmatched");
        span.setAttributes({ "http.request.method": method, "request.id": requestId, ...identity?.log });
        if (via !== undefined) span.setAttribute("request.via", via);
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
      // Calls outside a request aren't traced: some poll for changes four times a second.
      if (!parent) return run();
      const span = tracer.startSpan(`${system} ${name}`, { kind: SpanKind.CLIENT }, parent);
      return current.run(trace.setSpan(parent, span), () =>
        whenSettled(run, {
          done: () => span.end(),
          failed(error) {
            // Only the error's type, since its message may contain a key or an address.
            span.setAttribute("error.type", error instanceof Error ? error.name : typeof error);
            span.setStatus({ code: SpanStatusCode.ERROR });
            span.end();
          },
        }),
      );
    },

    // The log already has any failure to send the last spans.
    close: () => provider.shutdown().catch(() => {}),
  };
}

/** OTEL_RESOURCE_ATTRIBUTES and OTEL_SERVICE_NAME take precedence. */
function resourceOf({ serviceName, serviceVersion }: Named): Resource {
  return defaultResource()
    .merge(
      resourceFromAttributes({
        "service.name": serviceName,
        "service.version": serviceVersion,
        "service.instance.id": randomUUID(),
      }),
    )
    .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }));
}

/** The SDK's sampler with this name. */
function createSampler({ sampler, ratio }: TraceSampling): Sampler {
  const root = rootSampler(sampler, ratio);
  return sampler.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(name: TraceSampling["sampler"], ratio: number): Sampler {
  if (name.endsWith("always_on")) return new AlwaysOnSampler();
  return name.endsWith("always_off") ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio);
}
