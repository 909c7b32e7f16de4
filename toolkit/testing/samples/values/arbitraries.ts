import fc, { type Arbitrary, type MaybeWeightedArbitrary } from "fast-check";
import { once } from "./once.ts";

/** No value can be generated from a schema, or none that violates it in the requested way. */
export class Unreachable extends Error {}

/** The steps that one outermost value may take; large values take a few thousand. */
const maxSteps = 40_000;

/** Undefined outside of a generator. */
let stepsLeft: number | undefined;

/** Counts one step of the generator that is running. @throws Unreachable if it has taken too many */
export function countStep(steps = 1): void {
  if (stepsLeft === undefined) return;
  stepsLeft -= steps;
  if (stepsLeft < 0) throw new Unreachable("the search was too long, so an example is needed");
}

/** Bounds the steps of a generator, with those of the generators that it uses. */
export function withinBudget<T>(run: () => T): T {
  if (stepsLeft !== undefined) return run();
  stepsLeft = maxSteps;
  try {
    return run();
  } finally {
    stepsLeft = undefined;
  }
}

/** An arbitrary whose values take a bounded number of steps; fast-check itself would filter forever. */
class Bounded<T> extends fc.Arbitrary<T> {
  readonly #inner: Arbitrary<T>;

  constructor(inner: Arbitrary<T>) {
    super();
    this.#inner = inner;
  }

  generate(...given: Parameters<Arbitrary<T>["generate"]>) {
    return withinBudget(() => this.#inner.generate(...given));
  }

  canShrinkWithoutContext(value: unknown): value is T {
    return this.#inner.canShrinkWithoutContext(value);
  }

  shrink(value: T, context: unknown) {
    const simpler = this.#inner.shrink(value, context);
    const next = () => ifReachable(() => withinBudget(() => simpler.next()));
    return fc.stream(
      (function* () {
        for (let one = next(); one && !one.done; one = next()) yield one.value;
      })(),
    );
  }
}

/** The number of tries per round: usually the first succeeds, and large values take long to generate. */
const attempts = [1, 3, 12, 45];

/**
 * The values of an arbitrary that satisfy a condition, also after shrinking.
 * @throws Unreachable if none of a few dozen does
 */
export function satisfying<T>(
  arbitrary: Arbitrary<T>,
  holds: (value: T) => boolean,
  what: string,
): Arbitrary<T> {
  const test = (value: T) => {
    countStep();
    return holds(value);
  };
  const isFound = () => attempts.some((numRuns, seed) => fc.sample(arbitrary, { numRuns, seed }).some(test));
  if (!withinBudget(isFound)) throw new Unreachable(`nothing was found for ${what}`);
  return new Bounded(arbitrary.filter(test));
}

/** The result of `build`; undefined if it throws Unreachable. */
export function ifReachable<T>(build: () => T): T | undefined {
  try {
    return build();
  } catch (error) {
    if (error instanceof Unreachable) return undefined;
    throw error;
  }
}

/** Why `build` throws Unreachable; undefined if it doesn't. */
export function reasonAgainst(build: () => unknown): string | undefined {
  try {
    build();
    return undefined;
  } catch (error) {
    if (error instanceof Unreachable) return error.message;
    throw error;
  }
}

/**
 * The results of those builds that don't throw Unreachable. Stops early if building takes too long.
 * @throws Unreachable with the first reason if there are none
 */
export function reachable<T>(builds: (() => T)[]): T[] {
  const results: T[] = [];
  let reason: unknown;
  for (const build of builds) {
    if (results.length > 0 && stepsLeft !== undefined && stepsLeft < maxSteps / 2) break;
    try {
      results.push(build());
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      reason ??= error;
    }
  }
  if (results.length === 0) throw reason ?? new Unreachable("there is no alternative");
  return results;
}

/** One of several arbitraries; values shrink towards the first one. */
export function choice<T>(...alternatives: MaybeWeightedArbitrary<T>[]): Arbitrary<T> {
  return fc.oneof({ withCrossShrink: true }, ...alternatives) as Arbitrary<T>;
}

/** An arbitrary that is built on first use; errors of `build` are thrown then. */
export function lazy<T>(build: () => Arbitrary<T>): Arbitrary<T> {
  const built = once(build);
  return fc.constant(undefined).chain(built);
}

/**
 * The shortest non-empty one of several generated values; deterministic. Undefined if none can be generated.
 */
export function simplest(values: () => Arbitrary<unknown>): unknown {
  const made = ifReachable(() => fc.sample(values(), { numRuns: 20, seed: 1 })) ?? [];
  const lengths = new Map(made.map((value) => [value, JSON.stringify(value)?.length ?? 0]));
  const sorted = [...lengths].sort(([one, a], [two, b]) => emptiness(one) - emptiness(two) || a - b);
  return sorted[0]?.[0];
}

function emptiness(value: unknown): number {
  if (value === null) return 2;
  return value === "" || (typeof value === "object" && Object.keys(value).length === 0) ? 1 : 0;
}
