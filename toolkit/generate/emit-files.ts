import { type ApiDocument, type RawDocument, readDocument } from "../document/document.ts";
import { describeLocation } from "../document/locate.ts";
import { type LocatedNote, locateNotes } from "../document/note.ts";
import type { Spec } from "../document/source/read-spec.ts";
import { requireResolved } from "../document/source/require-resolved.ts";
import { describeFaults, documentFaults } from "../validation/check-document.ts";
import { emitClient } from "./client/client.ts";
import { runtimeFiles } from "./client/runtime-files.ts";
import { emitOperations } from "./handlers/operations.ts";
import { emitTypes } from "./types.ts";

const banner =
  "// Written by `counterpart generate` from the OpenAPI document. Don't edit: change the document.\n\n";
const runtimeBanner = "// Copied by `counterpart generate`. Don't edit: it is overwritten.\n\n";

/** The subfolder with the files of the client's runtime. */
export const runtimeFolder = "client-runtime";

export interface EmittedFiles {
  /** Bundled. */
  raw: RawDocument;
  document: ApiDocument;
  /** By name, relative to the generated folder. */
  files: Record<string, string>;
  notes: LocatedNote[];
}

/**
 * Everything that is generated from a document.
 * @throws with what is wrong with the document
 */
export async function emitFiles(spec: Spec): Promise<EmittedFiles> {
  const { raw, notes, locate } = requireResolved(spec);
  const document = readDocument(raw);
  const faults = documentFaults(document);
  if (faults.length > 0) {
    throw new Error(describeFaults(faults, (pointer) => describeLocation(locate(pointer))));
  }
  const runtime = Object.entries(await runtimeFiles()).map(([name, text]) => [
    `${runtimeFolder}/${name}`,
    runtimeBanner + text,
  ]);
  const files = {
    "openapi.json": `${JSON.stringify(raw, null, 2)}\n`,
    "types.ts": banner + (await emitTypes(document)),
    "operations.ts": banner + emitOperations(document),
    "client.ts": banner + emitClient(document),
    ...Object.fromEntries(runtime),
  };
  return { raw, document, files, notes: locateNotes(notes, locate) };
}
