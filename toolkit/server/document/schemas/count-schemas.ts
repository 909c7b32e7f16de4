import type { ApiDocument } from "../document.ts";
import type { RawDocument } from "../references.ts";

/** The number of schemas in the document's components. */
export function countSchemas({ root }: Pick<ApiDocument, "root">): number {
  return Object.keys((root as unknown as RawDocument).components?.schemas ?? {}).length;
}
