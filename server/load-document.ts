import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type ApiDocument, readDocument } from "./http/document.ts";

/** The bundled document, which `npm run generate` writes. */
export const documentFile = fileURLToPath(new URL("../generated/openapi.json", import.meta.url));

export async function loadDocument(file = documentFile): Promise<ApiDocument> {
  return readDocument(JSON.parse(await readFile(file, "utf8")));
}
