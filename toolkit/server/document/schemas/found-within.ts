import { isObject, type Node, visitsFrom } from "../walk.ts";
import type { Follow } from "./parts-of.ts";

/** Creates a function that reports whether a node is found in a schema, or in one that it refers to. */
export function createFoundWithin(resolve: Follow, isFound: (node: Node) => boolean) {
  const known = new WeakMap<object, boolean>();

  /** @param seen schemas that have been searched or are being searched */
  function search(schema: unknown, seen: Set<object>): boolean {
    if (!isObject(schema) || seen.has(schema)) return false;
    const answer = known.get(schema);
    if (answer !== undefined) return answer;
    seen.add(schema);
    for (const { node } of visitsFrom("schema", schema)) {
      const { $ref } = node;
      if (isFound(node) || (typeof $ref === "string" && search(resolve({ $ref }), seen))) {
        known.set(schema, true);
        return true;
      }
    }
    return false;
  }

  return (schema: unknown): boolean => {
    const seen = new Set<object>();
    const found = search(schema, seen);
    // If nothing was found, every schema in `seen` was searched completely.
    if (!found) for (const one of seen) known.set(one, false);
    return found;
  };
}
