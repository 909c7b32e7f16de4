import { type Finding, locateFindings } from "@counterpart/server/document/findings/finding";
import { describeLocation } from "@counterpart/server/document/findings/locate";
import { countSchemas } from "@counterpart/server/document/schemas/count-schemas";
import type { SecurityScheme } from "@counterpart/server/document/security";
import { readSpec, type Spec } from "@counterpart/server/document/source/read-spec";
import { UnreadableSpec } from "@counterpart/server/document/source/unreadable-spec";
import { analyzeSpec, type SpecAnalysis } from "./analyze-spec.ts";
import { exampleNotes } from "./example-notes.ts";

/** What a document is, and what of it can be served. */
export interface Inspection {
  /** Whether it can be served, though perhaps not all of it. */
  accepted: boolean;
  /** Undefined where the document can't be read at all. */
  facts?: DocumentFacts;
  notes: Finding[];
}

export interface DocumentFacts {
  /** Of OpenAPI, as the document says it. */
  openapi: string;
  title: string;
  /** The document's own version. */
  version: string;
  /** How many are served. */
  operations: number;
  /** Where the operations and webhooks are written that aren't served. */
  leftOut: string[];
  schemas: number;
  /** Each security scheme with its kind, as in `key (apiKey)`. */
  security: string[];
}

/**
 * Reads a document, without making anything.
 * @param root the document's root file
 * @param builds whether to build every operation's validators
 */
export function inspectDocument(root: string, options: { builds: boolean }): Inspection {
  try {
    const spec = readSpec(root);
    const analysis = analyzeSpec(spec, options);
    const ignored = locateFindings(exampleNotes(analysis.document), spec.locate);
    return inspectionOf(spec, { ...analysis, notes: [...analysis.notes, ...ignored] });
  } catch (error) {
    if (!(error instanceof UnreadableSpec)) throw error;
    return { accepted: false, notes: [error.note] };
  }
}

/** What there is to say of a document that has been read. */
export function inspectionOf(
  { raw, locate }: Pick<Spec, "raw" | "locate">,
  { document, notes, leftOut, accepted }: SpecAnalysis,
): Inspection {
  const { info, operations, securitySchemes } = document;
  const facts = {
    openapi: raw.openapi,
    title: info.title,
    version: info.version,
    operations: operations.length,
    leftOut: leftOut.map(({ pointer }) => describeLocation(locate(pointer))),
    schemas: countSchemas(document),
    security: Object.entries(securitySchemes).map(([name, scheme]) => `${name} (${kindOf(scheme)})`),
  };
  return { accepted, facts, notes };
}

function kindOf(scheme: SecurityScheme): string {
  if (scheme.type === "http") return `http ${scheme.scheme}`;
  return scheme.type ?? "left to its authenticator";
}
