import { isObject, type Node, visitsFrom } from "../walk.ts";
import { defaultOf } from "./default-of.ts";
import type { Follow } from "./parts-of.ts";

/** Tells whether a property of a schema has a default, in the schema itself or in what it refers to. */
export function createFillsIn(resolve: Follow): (schema: unknown) => boolean {
  const known = new WeakMap<object, boolean>();

  /** @param seen what has been looked into, or is being looked into */
  function search(schema: unknown, seen: Set<object>): boolean {
    if (!isObject(schema) || seen.has(schema)) return false;
    const answer = known.get(schema);
    if (answer !== undefined) return answer;
    seen.add(schema);
    for (const { node } of visitsFrom({ kind: "schema", node: schema, pointer: "" })) {
      const { $ref } = node;
      if (hasDefaults(resolve, node) || (typeof $ref === "string" && search(resolve({ $ref }), seen))) {
        known.set(schema, true);
        return true;
      }
    }
    return false;
  }

  return (schema) => {
    const seen = new Set<object>();
    const found = search(schema, seen);
    // Where nothing was found, everything has been looked into.
    if (!found) for (const one of seen) known.set(one, false);
    return found;
  };
}

function hasDefaults(follow: Follow, { properties }: Node): boolean {
  return (
    isObject(properties) &&
    Object.values(properties).some((property) => defaultOf(follow, property) !== undefined)
  );
}
