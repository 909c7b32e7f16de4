import type { ApiDocument } from "../document.ts";
import type { RawDocument } from "../references.ts";

/** How many schemas the document has in its components. */
export function countSchemas({ root }: Pick<ApiDocument, "root">): number {
  return Object.keys((root as unknown as RawDocument).components?.schemas ?? {}).length;
}
