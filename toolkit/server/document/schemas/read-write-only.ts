import type { ApiDocument } from "../document.ts";
import { visits } from "../walk.ts";

/** Whether any property is marked `readOnly` or `writeOnly`. */
export function hasReadOrWriteOnly({ root }: Pick<ApiDocument, "root">): boolean {
  return [...visits(root as never)].some(({ node }) => node.readOnly === true || node.writeOnly === true);
}
