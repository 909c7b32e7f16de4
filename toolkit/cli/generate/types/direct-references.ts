import { type ApiDocument, type Schema, targetOf } from "@counterpart/server/document";
import { escapePointerPart, getOrMake, pointerParts } from "@counterpart/server/values";

/** A name in `components.schemas`; undefined for references to anything else. */
export function componentOf(ref: string): string | undefined {
  const [first, second, name, ...further] = pointerParts(ref);
  return first === "components" && second === "schemas" && further.length === 0 ? name : undefined;
}

/** Normalizes references to a component, which may be spelled in several ways. */
function normalizedRef(ref: string): string {
  const name = componentOf(ref);
  return name === undefined ? ref : componentPointer(name);
}

export function componentPointer(name: string): string {
  return `#/components/schemas/${escapePointerPart(name)}`;
}

/**
 * How types may refer to each other; a type that directly contains itself doesn't compile.
 * Follows the references outside of properties. The reference that closes a cycle (`A` is `allOf` of `B`, and
 * `B` is `oneOf` of `A`) can't be written.
 */
export function directReferences(document: ApiDocument) {
  const kept = new Map<string, Map<string, boolean>>();
  const compositions = memoized((at: string) => referencesOf(targetOf(document, at), false));
  const all = memoized((at: string) => referencesOf(targetOf(document, at), true));
  const keptFrom = (from: string): Map<string, boolean> => {
    const known = kept.get(from);
    if (known) return known;
    const own = new Map<string, boolean>();
    kept.set(from, own);
    const next = (at: string) => [...keptFrom(at)].filter(([, isKept]) => isKept).map(([to]) => to);
    for (const to of compositions(from)) own.set(to, !reaches(to, from, next));
    return own;
  };
  return {
    /** Whether one schema may be composed of another, by pointer; false if that would close a cycle. */
    mayBeComposedOf: (from: string, to: string): boolean => keptFrom(from).get(normalizedRef(to)) ?? true,
    /** Whether a list of these items would be part of its definition, as in `Json: string | Json[]`. */
    isListOfItself: (from: string, to: string) => reaches(normalizedRef(to), from, all),
  };
}

function reaches(
  from: string,
  to: string,
  next: (at: string) => string[],
  seen: Set<string> = new Set(),
): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return next(from).some((one) => reaches(one, to, next, seen));
}

function memoized<T>(compute: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => getOrMake(known, key, () => compute(key));
}

/** @param withItems whether references of list items count too */
export function referencesOf(schema: unknown, withItems: boolean): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { $ref, allOf, anyOf, oneOf, items, prefixItems } = schema as Schema;
  const parts = [allOf, anyOf, oneOf, ...(withItems ? [prefixItems, [items]] : [])];
  return [
    ...(typeof $ref === "string" ? [normalizedRef($ref)] : []),
    ...parts.flatMap((part) =>
      Array.isArray(part) ? part.flatMap((one) => referencesOf(one, withItems)) : [],
    ),
  ];
}
