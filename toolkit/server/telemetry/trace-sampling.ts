/** The samplers that OpenTelemetry names in its specification of `OTEL_TRACES_SAMPLER`. */
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
  /** A name that begins with `parentbased_` leaves the choice to the caller, where a request brings a `traceparent`. */
  sampler: (typeof samplerNames)[number];
  /** The share of traces, 0 to 1, for the samplers with a ratio. */
  ratio: number;
}

export const defaultSampling: TraceSampling = { sampler: "parentbased_always_on", ratio: 1 };
