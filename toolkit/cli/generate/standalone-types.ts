import { readFile } from "node:fs/promises";
import type { ApiDocument } from "@counterpart/server/document";
import { emitTypes, jsonImport } from "./types.ts";

const banner =
  "// Written by `counterpart types` from the OpenAPI document. Don't edit: change the document.\n\n";

const jsonBody = new URL("json-body.ts", import.meta.resolve("@counterpart/client/sources"));

/** The document's types as one file that imports nothing. */
export async function emitStandaloneTypes(document: ApiDocument): Promise<string> {
  const types = emitTypes(document);
  const own = types.startsWith(jsonImport)
    ? `${(await readFile(jsonBody, "utf8")).replace("export type", "type")}\n${types.slice(jsonImport.length)}`
    : types;
  return banner + own;
}
