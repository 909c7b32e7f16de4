import type { ApiDocument } from "../../document/document.ts";

/** ajv keeps account of something at every reference for them. */
const costlyKeywords = ["unevaluatedProperties", "unevaluatedItems", "$dynamicRef"];

/** By a document's root: what compiles its requests asks for the same as what compiles its responses. */
const known = new WeakMap<ApiDocument["root"], Set<string>>();

/** The costly keywords that a schema of the document may have. */
export function usedKeywords({ root }: Pick<ApiDocument, "root">): Set<string> {
  const used = known.get(root) ?? findKeywords(root);
  known.set(root, used);
  return used;
}

function findKeywords(root: unknown): Set<string> {
  const used = new Set<string>();
  const unseen: unknown[] = [root];
  // Looks at examples too: to be wrong there costs time, and walking by kind costs more.
  for (let node = unseen.pop(); node !== undefined; node = unseen.pop()) {
    if (node === null || typeof node !== "object") continue;
    for (const keyword of costlyKeywords) if (keyword in node) used.add(keyword);
    for (const value of Object.values(node)) if (typeof value === "object") unseen.push(value);
  }
  return used;
}
