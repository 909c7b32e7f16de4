import { own, setOwn } from "../../document/own.ts";
import { isObject } from "../../document/walk.ts";

/** The member of a call's arguments at these names, if there is one. */
export function valueAt(given: Record<string, unknown>, at: string[]): unknown {
  return at.reduce<unknown>((value, name) => (isObject(value) ? own(value, name) : undefined), given);
}

/** Values in their places: `{ meta: { reader: "Ishmael" } }`. */
export function placedValues(values: { at: string[]; value: unknown }[]): Record<string, unknown> {
  const placed: Record<string, unknown> = {};
  for (const { at, value } of values) {
    let inside = placed;
    for (const name of at.slice(0, -1)) {
      if (!isObject(own(inside, name))) setOwn(inside, name, {});
      inside = own(inside, name) as Record<string, unknown>;
    }
    setOwn(inside, at.at(-1) ?? "", value);
  }
  return placed;
}

/** A copy without the members at these places that are null. */
export function withoutNulls(given: Record<string, unknown>, places: string[][]): Record<string, unknown> {
  const kept = Object.entries(given).flatMap(([name, value]) => {
    const inner = places.flatMap(([first, ...rest]) => (first === name ? [rest] : []));
    if (inner.length === 0) return [[name, value]];
    if (value === null && inner.some((rest) => rest.length === 0)) return [];
    const deeper = inner.filter((rest) => rest.length > 0);
    return [[name, isObject(value) ? withoutNulls(value, deeper) : value]];
  });
  return Object.fromEntries(kept);
}
