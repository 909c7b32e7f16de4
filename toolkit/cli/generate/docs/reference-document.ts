import type { ApiDocument } from "@counterpart/server/document/document";
import { operationOf } from "@counterpart/server/document/path-item";
import { type RawDocument, resolveIn } from "@counterpart/server/document/references";
import { codeSamples, writtenSamples } from "./code-samples.ts";
import { describeHeadersOnce } from "./shared-headers.ts";

/** What the reference says besides the document. */
export interface ReferenceTexts {
  /** Texts in Markdown, each a section that begins with a heading of the first level. */
  guides: string[];
  /** What has changed between the released contracts, a section in Markdown; undefined where nothing was released. */
  changes?: string;
  /** What the typed client's package is called. */
  clientPackage: string;
}

/**
 * The document as the reference page shows it: with samples of calls beside each operation, with headers that responses share
 * described once, and with further sections behind its own description.
 */
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
