import { SpanKind, SpanStatusCode, TraceFlags } from "@opentelemetry/api";
import { hrTimeDuration, millisToHrTime, TraceState } from "@opentelemetry/core";
import type { JsonTraceSerializer } from "@opentelemetry/otlp-transformer";
import type { Resource } from "@opentelemetry/resources";
import type { Span } from "./span.ts";

type ReadableSpan = Parameters<typeof JsonTraceSerializer.serializeRequest>[0][number];

/** A span as OpenTelemetry's exporters read it. */
export function readableSpan(span: Span, resource: Resource): ReadableSpan {
  const { traceId, parentSpanId, isRequest, clock } = span;
  const traceFlags = TraceFlags.SAMPLED;
  const traceState = span.traceState === undefined ? undefined : new TraceState(span.traceState);
  const context = { traceId, spanId: span.spanId, traceFlags, ...(traceState && { traceState }) };
  const [startTime, endTime] = [millisToHrTime(clock + span.startedAt), millisToHrTime(clock + span.endedAt)];
  return {
    name: span.name,
    kind: isRequest ? SpanKind.SERVER : SpanKind.CLIENT,
    spanContext: () => context,
    ...(parentSpanId !== undefined && {
      parentSpanContext: { traceId, spanId: parentSpanId, traceFlags, isRemote: isRequest },
    }),
    startTime,
    endTime,
    duration: hrTimeDuration(startTime, endTime),
    ended: true,
    status: { code: span.hasFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: span.attributes,
    links: [],
    events: [],
    resource,
    instrumentationScope: { name: "counterpart" },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}
