/** Brackets are ignored in names that have more pairs of them. */
const maxBrackets = 100;

const inBrackets = new RegExp(`^([^[]+)((?:\\[[^[\\]]*\\]){1,${maxBrackets}})$`);

/**
 * Builds an object from names and values. `place[shelf]` becomes the property `shelf` of `place`. A repeated
 * name, or one that ends in `[]`, becomes a list.
 */
export function nested(pairs: Iterable<[name: string, value: unknown]>): Record<string, unknown> {
  const object = new Map<string, unknown>();
  for (const [name, value] of pairs) {
    const [, first = name, brackets = ""] = inBrackets.exec(name) ?? [];
    const keys = [...brackets.matchAll(/\[([^\]]*)\]/g)].map(([, key = ""]) => key);
    const isList = keys.at(-1) === "";
    put(object, [first, ...(isList ? keys.slice(0, -1) : keys)], isList ? [value] : value);
  }
  return plain(object);
}

/** @param value a value, or a list of one */
function put(object: Map<string, unknown>, [key = "", ...rest]: string[], value: unknown): void {
  const before = object.get(key);
  if (rest.length > 0) {
    const inner = before instanceof Map ? before : new Map<string, unknown>();
    object.set(key, inner);
    put(inner, rest, value);
  } else if (before === undefined) object.set(key, value);
  // Mutates the list: copying it for each value would take quadratic time.
  else if (Array.isArray(before)) before.push(...[value].flat());
  else object.set(key, [before, value].flat());
}

/** Safe for keys from callers, such as `__proto__`. */
function plain(object: Map<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    [...object].map(([key, value]) => [key, value instanceof Map ? plain(value) : value]),
  );
}
