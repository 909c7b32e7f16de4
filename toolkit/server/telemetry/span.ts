import { newSpanId } from "./span-ids.ts";

/** A request, or a call made for one, in a form that can be handed to the thread that sends it. */
export interface Span {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  /** Undefined where a trace begins. */
  parentSpanId: string | undefined;
  /** A request's, whose parent is the caller's span, and not one of ours. */
  isRequest: boolean;
  /** The caller's `tracestate`. */
  traceState: string | undefined;
  name: string;
  /** What the process's clock is behind the time of day, for a whole trace. Both in ms. */
  clock: number;
  /** By the process's clock. */
  startedAt: number;
  endedAt: number;
  attributes: Record<string, string | number>;
  hasFailed: boolean;
}

/** What W3C asks everybody to pass on. A longer one would be kept in memory until it is sent. */
const longestTraceState = 512;

/** The span of a request. @param traceState the header `tracestate`, which is nothing without a parent */
export function requestSpan(
  { traceId, parentSpanId }: Pick<Span, "traceId" | "parentSpanId">,
  traceState: unknown,
): Span {
  return begin({
    traceId,
    parentSpanId,
    isRequest: true,
    traceState: parentSpanId !== undefined && isTraceState(traceState) ? traceState : undefined,
    name: "",
    clock: Date.now() - performance.now(),
  });
}

function isTraceState(value: unknown): value is string {
  return typeof value === "string" && value.length <= longestTraceState;
}

/** The span of a call. @param parent of the request, or of a call that this one is made for */
export function callSpan({ traceId, spanId, traceState, clock }: Span, name: string): Span {
  return begin({ traceId, parentSpanId: spanId, isRequest: false, traceState, name, clock });
}

function begin(
  known: Pick<Span, "traceId" | "parentSpanId" | "isRequest" | "traceState" | "name" | "clock">,
): Span {
  const startedAt = performance.now();
  return { ...known, spanId: newSpanId(), startedAt, endedAt: 0, attributes: {}, hasFailed: false };
}
