import { isContainer } from "../../references.ts";

/**
 * A copy of a bundled document for tools that follow references to files and addresses, in data too. Of
 * these, it keeps only examples on the web.
 */
export function withoutOutsideReferences<T>(node: T): T {
  if (!isContainer(node)) return node;
  if (Array.isArray(node)) return node.map(withoutOutsideReferences) as T;
  const kept = Object.entries(node).filter(([key, value]) => !isOutside(key, value));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutOutsideReferences(value)])) as T;
}

function isOutside(key: string, value: unknown): boolean {
  if (typeof value !== "string") return false;
  return (
    (key === "$ref" && !value.startsWith("#")) || (key === "externalValue" && !/^https?:\/\//.test(value))
  );
}
