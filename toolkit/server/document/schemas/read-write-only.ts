import type { ApiDocument } from "../document.ts";

/** Whether some properties are for requests alone (`writeOnly`) or for responses alone (`readOnly`). */
export function hasReadOrWriteOnly({ root }: Pick<ApiDocument, "root">): boolean {
  return isMarkedWithin(root);
}

function isMarkedWithin(node: unknown): boolean {
  if (node === null || typeof node !== "object") return false;
  const { readOnly, writeOnly } = node as { readOnly?: unknown; writeOnly?: unknown };
  return readOnly === true || writeOnly === true || Object.values(node).some(isMarkedWithin);
}
