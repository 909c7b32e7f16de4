import { readFile } from "node:fs/promises";
import type { ApiDocument } from "./document.ts";
import { readDocument } from "./read-document.ts";
import { refuseDeepJson } from "./source/files/nesting.ts";

/** Reads the bundled document that `counterpart generate` writes. @param file as a path, or a `file:` address */
export async function loadDocument(file: string | URL): Promise<ApiDocument> {
  const text = await readFile(file, "utf8");
  const raw = JSON.parse(text);
  refuseDeepJson(text);
  return readDocument(raw);
}
