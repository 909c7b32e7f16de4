import type { ApiDocument } from "../document.ts";

/** Whether any property is marked `readOnly` or `writeOnly`. */
export function hasReadOrWriteOnly({ root }: Pick<ApiDocument, "root">): boolean {
  return isMarkedWithin(root);
}

function isMarkedWithin(node: unknown): boolean {
  if (node === null || typeof node !== "object") return false;
  const { readOnly, writeOnly } = node as { readOnly?: unknown; writeOnly?: unknown };
  return readOnly === true || writeOnly === true || Object.values(node).some(isMarkedWithin);
}
