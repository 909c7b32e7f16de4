import { readFile } from "node:fs/promises";
import type { ApiDocument } from "./document.ts";
import { readDocument } from "./read-document.ts";
import { refuseDeepJson } from "./source/files/nesting.ts";

/**
 * Loads the bundled document that `counterpart generate` writes.
 * @param file a path or a `file:` URL
 */
export async function loadDocument(file: string | URL): Promise<ApiDocument> {
  const text = await readFile(file, "utf8");
  const raw = JSON.parse(text);
  refuseDeepJson(text);
  return readDocument(raw);
}
