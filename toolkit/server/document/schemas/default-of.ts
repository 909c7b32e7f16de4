import type { Schema } from "../document.ts";
import { isObject } from "../walk.ts";
import { createFoundWithin } from "./found-within.ts";
import { type Follow, partsOf } from "./parts-of.ts";

/** The default of a property or a parameter: its own, or that of a schema it refers to or consists of. */
export function defaultOf(follow: Follow, schema: unknown): unknown {
  if (!isObject(schema)) return undefined;
  const { default: own } = schema as Schema;
  if (own !== undefined) return own;
  return partsOf(follow, schema, ["allOf"]).find(({ default: preset }) => preset !== undefined)?.default;
}

/** Creates a function that reports whether a schema, or one it refers to, has properties with defaults. */
export function createFillsIn(resolve: Follow): (schema: unknown) => boolean {
  return createFoundWithin(
    resolve,
    ({ properties }) =>
      isObject(properties) &&
      Object.values(properties).some((property) => defaultOf(resolve, property) !== undefined),
  );
}
