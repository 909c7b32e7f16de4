import type { ApiDocument } from "./document.ts";
import { bundleMark, readDocument } from "./read-document.ts";
import type { RawDocument } from "./references.ts";

/**
 * A document: the path or `file:` URL of a bundle or of any other OpenAPI document; the bundle that `counterpart generate`
 * writes, as an object; or what `loadDocument` returns.
 */
export type DocumentSource = string | URL | RawDocument | ApiDocument;

/**
 * Opens a document. Files need a runtime that has them.
 * @throws for an object that is neither loaded nor a bundle, since its references and servers aren't resolved
 */
export async function openDocument(given: DocumentSource): Promise<ApiDocument> {
  if (typeof given === "string" || given instanceof URL) {
    const { loadDocument } = await import("./load-document.ts");
    return loadDocument(given);
  }
  if ("operations" in given && "leftOut" in given && "source" in given) return given as ApiDocument;
  const { "x-bundled-by": by, ...raw } = given as RawDocument;
  if (by === bundleMark["x-bundled-by"]) return readDocument(raw as RawDocument);
  throw new Error(
    "The document isn't a bundle. Pass the file that `counterpart generate` writes, or the path of your document.",
  );
}
