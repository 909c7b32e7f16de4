import { operationsOf } from "../path-item.ts";
import { escapePointerPart, type RawDocument } from "../references.ts";
import { isObject, type Node } from "../walk.ts";
import type { LeftOut } from "./left-out.ts";

/** Removes the operations that aren't served, and other unusable parts, from a document. */
export function withoutLeftOut(raw: RawDocument, leftOut: LeftOut[], unusable: string[]): RawDocument {
  if (leftOut.length + unusable.length === 0) return raw;
  const removed = new Set([...leftOut.map(({ pointer }) => pointer), ...unusable]);
  const rest = { ...raw };
  if (removed.has("#/x-error-schema")) delete rest["x-error-schema"];
  for (const section of ["paths", "webhooks", "components", "x-unmatched"]) {
    if (!isObject(raw[section])) continue;
    const groups = Object.entries<unknown>(raw[section]).flatMap(([name, group]) => {
      const pointer = `#/${section}/${escapePointerPart(name)}`;
      if (removed.has(pointer)) return [];
      if (!isObject(group)) return [[name, group] as const];
      const kept = withoutRemoved(group, pointer, removed);
      const isUsed = section === "components" || section === "x-unmatched" || operationsOf(kept).length > 0;
      return isUsed || kept === group ? [[name, kept] as const] : [];
    });
    rest[section] = Object.fromEntries(groups);
  }
  return rest;
}

/** Returns the same object if nothing is removed. */
function withoutRemoved(group: Node, pointer: string, removed: Set<string>): Node {
  const { additionalOperations } = group;
  const kept = Object.entries(group).flatMap(([key, value]) => {
    const at = `${pointer}/${escapePointerPart(key)}`;
    if (removed.has(at)) return [];
    if (value !== additionalOperations || !isObject(value)) return [[key, value] as const];
    const more = Object.entries(value).filter(([name]) => !removed.has(`${at}/${escapePointerPart(name)}`));
    return more.length > 0 ? [[key, Object.fromEntries(more)] as const] : [];
  });
  const isSame =
    kept.length === Object.keys(group).length && kept.every(([key, value]) => isUnchanged(value, group[key]));
  return isSame ? group : Object.fromEntries(kept);
}

function isUnchanged(value: unknown, before: unknown): boolean {
  return (
    value === before ||
    (isObject(value) && isObject(before) && Object.keys(value).length === Object.keys(before).length)
  );
}
