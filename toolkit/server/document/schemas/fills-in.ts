import { isObject, type Node, visitsFrom } from "../walk.ts";
import { defaultOf } from "./default-of.ts";
import type { Follow } from "./parts-of.ts";

/** Creates a function that reports whether a schema, or one it refers to, has properties with defaults. */
export function createFillsIn(resolve: Follow): (schema: unknown) => boolean {
  const known = new WeakMap<object, boolean>();

  /** @param seen schemas that have been searched or are being searched */
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
    // If nothing was found, every schema in `seen` was searched completely.
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
