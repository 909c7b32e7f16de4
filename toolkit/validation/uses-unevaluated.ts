import type { ApiDocument } from "../document/document.ts";

/** Whether a schema of the document may say something of what others have left unevaluated. */
export function usesUnevaluated({ root }: Pick<ApiDocument, "root">): boolean {
  return isWithin(root);
}

/** Looks at examples too: to be wrong there costs time, and walking by kind costs more. */
function isWithin(node: unknown): boolean {
  if (node === null || typeof node !== "object") return false;
  if ("unevaluatedProperties" in node || "unevaluatedItems" in node) return true;
  return Object.values(node).some(isWithin);
}
