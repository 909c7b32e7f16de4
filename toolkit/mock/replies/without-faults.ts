/** Finds the parts of a value that its schema refuses, as JSON pointers. */
export type FindFaults = (value: unknown) => string[];

/** So many parts are taken away at most: a value with more faults isn't worth the time. */
const maxRemoved = 50;

/**
 * A value without the parts that its schema refuses, as long as something less is valid: an optional property, an item of
 * a list. Undefined where that isn't so.
 */
export function withoutFaults(value: unknown, findFaults: FindFaults): unknown {
  let best = value;
  for (let removed = 0; removed <= maxRemoved; removed++) {
    const faults = findFaults(best);
    if (faults.length === 0) return best;
    const less = faults
      .flatMap((pointer) => removals(best, pointer))
      .find((one) => findFaults(one).length < faults.length);
    if (less === undefined) return undefined;
    best = less;
  }
  return undefined;
}

/** The value without what is at a pointer, without what that is in, and so on. */
function removals(value: unknown, pointer: string): unknown[] {
  const keys = pointer.split("/").slice(1).map(unescaped);
  return keys.map((_, index) => without(value, keys.slice(0, keys.length - index)));
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
