import { namesIn } from "@counterpart/server/values";

/** Finds the invalid parts of a value, as JSON pointers. */
export type FindFaults = (value: unknown) => string[];

/** The limit on tries, each of which counts more with many faults: other requests wait meanwhile. */
const maxTries = 200;
const faultsPerTry = 20;

/**
 * Removes invalid parts that can be left out, such as optional properties and items; undefined if that fails.
 */
export function withoutFaults(value: unknown, findFaults: FindFaults): unknown {
  let best = value;
  let faults = findFaults(best);
  let tries = 0;
  while (faults.length > 0) {
    let fewer: string[] | undefined;
    for (const less of removals(best, faults)) {
      if (tries > maxTries) return undefined;
      const left = findFaults(less);
      tries += 1 + left.length / faultsPerTry;
      if (left.length >= faults.length) continue;
      best = less;
      fewer = left;
      break;
    }
    if (fewer === undefined) return undefined;
    faults = fewer;
  }
  return best;
}

/** The value without the part at a pointer, then without the enclosing part, and so on, for each pointer. */
function* removals(value: unknown, pointers: string[]): Generator<unknown> {
  // Several alternatives may report the same place.
  for (const pointer of new Set(pointers)) {
    const keys = namesIn(pointer);
    for (let length = keys.length; length > 0; length--) yield without(value, keys.slice(0, length));
  }
}

function without(value: unknown, [key = "", ...rest]: string[]): unknown {
  if (Array.isArray(value)) {
    const at = Number(key);
    return rest.length === 0 ? value.toSpliced(at, 1) : value.with(at, without(value[at], rest));
  }
  const { [key]: member, ...others } = value as Record<string, unknown>;
  return rest.length === 0 ? others : { ...others, [key]: without(member, rest) };
}
