import type { ApiDocument, RateLimit } from "@counterpart/server/document/document";
import { operationOf } from "@counterpart/server/document/path-item";
import { type RawDocument, resolveIn } from "@counterpart/server/document/references";
import { codeSamples, writtenSamples } from "./code-samples.ts";
import { addSections, type Section, splitSections } from "./page-sections.ts";
import { prepareTexts } from "./page-texts.ts";
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

/** The reference as a document for the page, and its texts. */
export interface Reference {
  page: RawDocument;
  introduction: string;
  sections: Section[];
}

/** Adds sample calls, links and sections to the document, and describes shared headers once. */
export function referenceOf(document: ApiDocument, texts: ReferenceTexts): Reference {
  const raw = structuredClone(document.source) as RawDocument;
  for (const operation of document.operations) {
    const written = operationOf(resolveIn(raw, raw.paths[operation.path]), operation.method);
    if (!written) continue;
    const own = writtenSamples(written);
    delete written["x-code-samples"];
    const { rateLimitScope: scope } = operation;
    const limit = scope === undefined ? undefined : document.rateLimits[scope];
    if (scope !== undefined && limit) {
      const sentence = rateLimitText(scope, limit);
      written.description = [written.description, sentence].filter(Boolean).join("\n\n");
      delete written["x-rate-limit-scope"];
    }
    written["x-codeSamples"] = codeSamples(document, operation, { own, clientPackage: texts.clientPackage });
  }
  const sections = [raw.info.description, describeHeadersOnce(raw), ...texts.guides, texts.changes].filter(
    (one) => one !== undefined,
  );
  const split = splitSections(sections.map((one: string) => one.trim()).join("\n\n"));
  raw.info = { ...raw.info, description: split.introduction };
  addSections(document, raw, split.sections);
  prepareTexts(document, raw);
  return { page: raw, ...split };
}

const windows: Record<number, string> = { 1: "a second", 60: "a minute", 3600: "an hour", 86400: "a day" };

/** The sentence of an operation that is counted in a scope. */
function rateLimitText(scope: string, { limit, windowSeconds }: RateLimit): string {
  const requests = `${new Intl.NumberFormat("en").format(limit)} ${limit === 1 ? "request" : "requests"}`;
  const window = windows[windowSeconds] ?? `in ${windowSeconds} seconds`;
  return `Counts towards the limit of \`${scope}\`: ${requests} ${window}.`;
}
