/** Sampler names from OpenTelemetry's specification of `OTEL_TRACES_SAMPLER`. */
export const samplerNames = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** Which requests are traced. */
export interface TraceSampling {
  /** `parentbased_…` follows the caller's decision if the request has a `traceparent`. */
  sampler: (typeof samplerNames)[number];
  /** The share of traces, 0 to 1, for ratio samplers. */
  ratio: number;
}

export const defaultSampling: TraceSampling = { sampler: "parentbased_always_on", ratio: 1 };
