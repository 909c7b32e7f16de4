import { Histogram, Registry } from "prom-client";
import { expect, test } from "vitest";
import { durationHistogram } from "../../telemetry/duration-histogram.ts";

const options = {
  name: "duration_seconds",
  help: "How long it took.",
  labelNames: ["operation", "status"],
  buckets: [0.001, 0.01, 0.1],
};
const observed: [seconds: number, operation: string, status: number | string][] = [
  [0.0005, "listNotes", 200],
  [0.001, "listNotes", 200],
  [0.05, "listNotes", 200],
  [7, "listNotes", 200],
  [0.002, "burnNote", "aborted"],
];

test("it writes what the library's own histogram writes", async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const observe = durationHistogram(ours, options);
  const histogram = new Histogram({ ...options, registers: [theirs] });
  for (const [seconds, operation, status] of observed) {
    observe(seconds, operation, status);
    histogram.observe({ operation, status }, seconds);
  }
  expect(await ours.metrics()).toBe(await theirs.metrics());
  expect(await ours.metrics()).toContain(
    'duration_seconds_bucket{le="+Inf",operation="listNotes",status="200"} 4',
  );
});
