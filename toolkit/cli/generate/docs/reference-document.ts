import type { ApiDocument } from "@counterpart/server/document/document";
import { operationOf } from "@counterpart/server/document/path-item";
import { type RawDocument, resolveIn } from "@counterpart/server/document/references";
import { codeSamples, writtenSamples } from "./code-samples.ts";
import { describeHeadersOnce } from "./shared-headers.ts";

/** Texts that the reference adds to the document. */
export interface ReferenceTexts {
  /** Markdown sections, each beginning with a first-level heading. */
  guides: string[];
  /** The changes between released contracts, as a Markdown section; undefined if nothing was released. */
  changes?: string;
  /** The name of the typed client's package. */
  clientPackage: string;
}

/** The document for the reference page: adds sample calls and sections, and describes shared headers once. */
export function referenceDocument(document: ApiDocument, texts: ReferenceTexts): RawDocument {
  const raw = structuredClone(document.source) as RawDocument;
  for (const operation of document.operations) {
    const written = operationOf(resolveIn(raw, raw.paths[operation.path]), operation.method);
    if (!written) continue;
    const own = writtenSamples(written);
    delete written["x-code-samples"];
    written["x-codeSamples"] = codeSamples(document, operation, { own, clientPackage: texts.clientPackage });
  }
  const sections = [raw.info.description, describeHeadersOnce(raw), ...texts.guides, texts.changes].filter(
    (one) => one !== undefined,
  );
  raw.info = { ...raw.info, description: sections.map((one: string) => one.trim()).join("\n\n") };
  return raw;
}
