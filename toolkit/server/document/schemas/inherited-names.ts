import type { ApiDocument } from "../document.ts";
import { isInherited } from "../own.ts";
import { isObject, type Node, visits } from "../walk.ts";

const known = new WeakMap<object, boolean>();

/** Whether a schema, or a parameter, is about a name that every object inherits, such as `constructor`. */
export function hasInheritedNames({ root }: Pick<ApiDocument, "root">): boolean {
  const answer =
    known.get(root) ?? [...visits(root as never)].some(({ node }) => namesIn(node).some(isInherited));
  known.set(root, answer);
  return answer;
}

function namesIn({ name, properties, required, dependentRequired, dependentSchemas }: Node): string[] {
  const members = [properties, dependentRequired, dependentSchemas].filter(isObject);
  const lists = [
    [name ?? ""],
    required,
    ...(isObject(dependentRequired) ? Object.values(dependentRequired) : []),
  ];
  return [...members.flatMap(Object.keys), ...lists.filter(Array.isArray).flat()];
}
