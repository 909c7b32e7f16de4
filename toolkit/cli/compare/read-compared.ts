import { readSpec, type Spec } from "@counterpart/server/document/source/read-spec";
import { readProjectSpec } from "../config/read-project-spec.ts";
import { selectDocument, selectDocuments } from "../config/select-documents.ts";
import { servedPart } from "../inspect/analyze-spec.ts";

export interface Compared {
  /** The document's name, which distinguishes several. */
  name: string;
  read: () => Promise<Pick<Spec, "raw" | "locate">>;
  /** The last released contract. */
  released: string;
}

/** Reads the files given as arguments, or else those of the project's documents or the named one. */
export async function readCompared(given: {
  spec?: string | undefined;
  released?: string | undefined;
  document?: string | undefined;
  /** Further folders that `spec` may refer to. */
  allowFolders?: string[];
}): Promise<Compared[]> {
  const { spec, released, document, allowFolders = [] } = given;
  const readGiven = spec === undefined ? undefined : async () => servedSpec(readSpec(spec, { allowFolders }));
  // With both files given, no project is needed.
  if (readGiven && spec !== undefined && released !== undefined)
    return [{ name: spec, read: readGiven, released }];
  const documents =
    spec === undefined && released === undefined
      ? await selectDocuments(document)
      : [await selectDocument(document, spec === undefined ? "--released" : "--spec")];
  return documents.map((config) => ({
    name: config.name,
    read: readGiven ?? (async () => servedSpec(await readProjectSpec(config))),
    released: released ?? config.released,
  }));
}

function servedSpec(spec: Spec): Pick<Spec, "raw" | "locate"> {
  return { raw: servedPart(spec), locate: spec.locate };
}
