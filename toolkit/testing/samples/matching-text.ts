import { simplest } from "./simplest.ts";
import { type LengthBounds, matching } from "./values/matching.ts";

const known = new Map<string, string | undefined>();

/** A string that matches a pattern, the same on every call; undefined when none is found. */
export function matchingText(pattern: string, bounds: LengthBounds): string | undefined {
  const key = JSON.stringify([pattern, bounds]);
  if (!known.has(key)) known.set(key, simplest(() => matching(pattern, bounds)) as string | undefined);
  return known.get(key);
}
