import type { ApiDocument } from "../../document/document.ts";

/** Which of the keywords a schema of the document may have. */
export function usedKeywords({ root }: Pick<ApiDocument, "root">, keywords: string[]): Set<string> {
  const used = new Set<string>();
  const unseen: unknown[] = [root];
  // Looks at examples too: to be wrong there costs time, and walking by kind costs more.
  for (let node = unseen.pop(); node !== undefined; node = unseen.pop()) {
    if (node === null || typeof node !== "object") continue;
    for (const keyword of keywords) if (keyword in node) used.add(keyword);
    for (const value of Object.values(node)) if (typeof value === "object") unseen.push(value);
  }
  return used;
}
