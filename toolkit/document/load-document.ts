import { readFile } from "node:fs/promises";
import { type ApiDocument, readDocument } from "./document.ts";

/** Reads the bundled document that `counterpart generate` writes. @param file as a path, or a `file:` address */
export async function loadDocument(file: string | URL): Promise<ApiDocument> {
  return readDocument(JSON.parse(await readFile(file, "utf8")));
}
