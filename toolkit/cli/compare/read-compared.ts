import type { Spec } from "@counterpart/server/document/source/read-spec";
import type { GivenDocument } from "../command-line/given/given-document.ts";
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

/** Reads the document that was named, or else the project's documents or the one with this name. */
export async function readCompared({
  given,
  released,
  document,
}: {
  given?: GivenDocument | undefined;
  released?: string | undefined;
  document?: string | undefined;
}): Promise<Compared[]> {
  const readGiven = given && (async () => servedSpec(await given.read()));
  // With both files given, no project is needed.
  if (readGiven && released !== undefined) return [{ name: given.name, read: readGiven, released }];
  const documents =
    given === undefined && released === undefined
      ? await selectDocuments(document)
      : [await selectDocument(document, given === undefined ? "--released" : given.name)];
  return documents.map((config) => ({
    name: config.name,
    read: readGiven ?? (async () => servedSpec(await readProjectSpec(config))),
    released: released ?? config.released,
  }));
}

export function servedSpec(spec: Spec): Pick<Spec, "raw" | "locate"> {
  return { raw: servedPart(spec), locate: spec.locate };
}
