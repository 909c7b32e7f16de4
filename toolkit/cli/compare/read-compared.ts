import type { ApiDocument } from "@counterpart/server/document";
import type { Spec } from "@counterpart/server/source";
import type { GivenDocument } from "../command-line/given/given-document.ts";
import { readProjectSpec } from "../config/find-spec.ts";
import { selectDocument, selectDocuments } from "../config/select-documents.ts";
import { readServed } from "../inspect/read-served.ts";

export interface ComparedDocument extends Pick<Spec, "locate"> {
  document: ApiDocument;
}

export interface Compared {
  /** The document's name, which distinguishes several. */
  name: string;
  read: () => Promise<ComparedDocument>;
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

export async function servedSpec(spec: Spec): Promise<ComparedDocument> {
  return { document: await readServed(spec), locate: spec.locate };
}
