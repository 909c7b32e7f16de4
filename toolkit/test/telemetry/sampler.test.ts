import { ROOT_CONTEXT } from "@opentelemetry/api";
import { SamplingDecision, TraceIdRatioBasedSampler } from "@opentelemetry/sdk-trace";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSampler } from "../../server/telemetry/sampler.ts";

const traceIds = fc
  .array(fc.constantFrom(..."0123456789abcdef"), { minLength: 32, maxLength: 32 })
  .map((digits) => digits.join(""))
  .filter((id) => /[^0]/.test(id));

const isSampledBySdk = (ratio: number, traceId: string): boolean =>
  new TraceIdRatioBasedSampler(ratio).shouldSample(ROOT_CONTEXT, traceId).decision !==
  SamplingDecision.NOT_RECORD;

test("by ratio, a caller's trace is sampled if the SDK samples it", () => {
  const ratios = fc.oneof(fc.constantFrom(0, 0.01, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true }));
  fc.assert(
    fc.property(traceIds, ratios, (traceId, ratio) => {
      const sample = createSampler({ sampler: "traceidratio", ratio });
      const place = sample(`00-${traceId}-${"b".repeat(16)}-00`);
      expect(place).toEqual(
        isSampledBySdk(ratio, traceId) ? { traceId, parentSpanId: "b".repeat(16) } : undefined,
      );
    }),
    { numRuns: 1000 },
  );
});

test("of traces that begin here, the ratio is sampled, under ids that the SDK samples", () => {
  const ratio = 0.25;
  const sample = createSampler({ sampler: "parentbased_traceidratio", ratio });
  const ids = Array.from({ length: 20_000 }, () => sample(undefined)?.traceId);
  const sampled = ids.filter((id) => id !== undefined);
  // Ten standard deviations.
  expect(Math.abs(sampled.length - 5000)).toBeLessThan(612);
  expect(new Set(sampled).size).toBe(sampled.length);
  for (const id of sampled) {
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(isSampledBySdk(ratio, id)).toBe(true);
  }
});
