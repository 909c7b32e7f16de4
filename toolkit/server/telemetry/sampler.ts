import { TraceFlags } from "@opentelemetry/api";
import { isSampledId, newTraceId } from "./span-ids.ts";
import { isUnsampled, readTraceParent } from "./trace-parent.ts";
import type { TraceSampling } from "./trace-sampling.ts";

/** The trace that a request belongs to. */
export interface TracePlace {
  traceId: string;
  /** The caller's span, where the request continues a trace. */
  parentSpanId: string | undefined;
}

/** @returns where a request with this `traceparent` belongs if it is traced, and undefined for one that isn't */
export type Sampler = (traceparent: unknown) => TracePlace | undefined;

/**
 * Decides as the SDK's samplers of these names do, and before anything is made: nearly all requests of a busy server
 * aren't traced.
 */
export function createSampler({ sampler, ratio }: TraceSampling): Sampler {
  const bound = boundOf(sampler.endsWith("_on") ? 1 : sampler.endsWith("_off") ? 0 : ratio);
  const followsParent = sampler.startsWith("parentbased_");
  return (traceparent) => {
    if (typeof traceparent === "string") {
      if (followsParent && isUnsampled(traceparent)) return undefined;
      const parent = readTraceParent(traceparent);
      if (parent) {
        const { traceId, spanId, traceFlags } = parent;
        const isTraced = followsParent
          ? (traceFlags & TraceFlags.SAMPLED) !== 0
          : isSampledId(traceId, bound);
        return isTraced ? { traceId, parentSpanId: spanId } : undefined;
      }
    }
    const traceId = newTraceId(bound);
    return traceId === undefined ? undefined : { traceId, parentSpanId: undefined };
  };
}

/** Of 32 bits of a trace id, as OpenTelemetry's sampler has it. */
function boundOf(ratio: number): number {
  return ratio === 1 ? 2 ** 32 : Math.floor(ratio * (2 ** 32 - 1));
}
