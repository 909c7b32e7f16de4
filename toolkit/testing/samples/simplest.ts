import fc, { type Arbitrary } from "fast-check";
import { ifReachable } from "./values/arbitraries.ts";

const attempts = 20;

/**
 * The shortest non-empty one of several generated values; deterministic. Undefined if none can be generated.
 */
export function simplest(values: () => Arbitrary<unknown>): unknown {
  const made = ifReachable(() => fc.sample(values(), { numRuns: attempts, seed: 1 })) ?? [];
  const lengths = new Map(made.map((value) => [value, JSON.stringify(value)?.length ?? 0]));
  const sorted = [...lengths].sort(([one, a], [two, b]) => emptiness(one) - emptiness(two) || a - b);
  return sorted[0]?.[0];
}

function emptiness(value: unknown): number {
  if (value === null) return 2;
  return value === "" || (typeof value === "object" && Object.keys(value).length === 0) ? 1 : 0;
}
