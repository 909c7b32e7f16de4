import type { ApiDocument } from "../document.ts";
import { getOrMake } from "../get-or-make.ts";
import { isInherited } from "../own.ts";
import { isObject, type Node, objectIn, visits } from "../walk.ts";

const known = new WeakMap<object, boolean>();

/** Whether a schema or a parameter uses a name that every object inherits, such as `constructor`. */
export function hasInheritedNames({ root }: Pick<ApiDocument, "root">): boolean {
  return getOrMake(known, root, () =>
    [...visits(root as never)].some(({ node }) => namesIn(node).some(isInherited)),
  );
}

function namesIn({ name, properties, required, dependentRequired, dependentSchemas }: Node): string[] {
  const members = [properties, dependentRequired, dependentSchemas].filter(isObject);
  const lists = [[name ?? ""], required, ...Object.values(objectIn(dependentRequired))];
  return [...members.flatMap(Object.keys), ...lists.filter(Array.isArray).flat()];
}
