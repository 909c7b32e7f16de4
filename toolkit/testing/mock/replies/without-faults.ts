/** Finds the parts of a value that its schema refuses, as JSON pointers. */
export type FindFaults = (value: unknown) => string[];

/** So many values are tried at most, and fewer the more faults they have: to find thousands takes long, and others wait. */
const maxTries = 200;
const faultsPerTry = 20;

/**
 * A value without the parts that its schema refuses, as long as something less is valid: an optional property, an item of
 * a list. Undefined where that isn't so.
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

/** The value without what is at a pointer, without what that is in, and so on, for each of the pointers. */
function* removals(value: unknown, pointers: string[]): Generator<unknown> {
  // Each alternative of a choice may have a fault in the same place.
  for (const pointer of new Set(pointers)) {
    const keys = pointer.split("/").slice(1).map(unescaped);
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

function unescaped(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
