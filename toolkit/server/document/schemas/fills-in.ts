import { isObject } from "../walk.ts";
import { defaultOf } from "./default-of.ts";
import { createFoundWithin } from "./found-within.ts";
import type { Follow } from "./parts-of.ts";

/** Creates a function that reports whether a schema, or one it refers to, has properties with defaults. */
export function createFillsIn(resolve: Follow): (schema: unknown) => boolean {
  return createFoundWithin(
    resolve,
    ({ properties }) =>
      isObject(properties) &&
      Object.values(properties).some((property) => defaultOf(resolve, property) !== undefined),
  );
}
