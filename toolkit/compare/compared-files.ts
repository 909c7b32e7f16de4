import { selectDocument, selectDocuments } from "../config/select-documents.ts";
import { findSpec } from "../generate/find-spec.ts";

export interface ComparedFiles {
  /** Of the document, which tells several of them apart. */
  name: string;
  /** The document's root. */
  spec: string;
  /** The contract that was last released. */
  released: string;
}

/** What is compared: the files that are given, and those of the project's documents, or of the one that is named. */
export async function comparedFiles(given: {
  spec?: string | undefined;
  released?: string | undefined;
  document?: string | undefined;
}): Promise<ComparedFiles[]> {
  const { spec, released, document } = given;
  // Whoever names both needs no project.
  if (spec !== undefined && released !== undefined) return [{ name: spec, spec, released }];
  const documents =
    spec === undefined && released === undefined
      ? await selectDocuments(document)
      : [await selectDocument(document, spec === undefined ? "--released" : "--spec")];
  return Promise.all(
    documents.map(async (config) => ({
      name: config.name,
      spec: spec ?? (await findSpec(config)),
      released: released ?? config.released,
    })),
  );
}
