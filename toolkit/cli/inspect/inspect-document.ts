import { countSchemas, type SecurityScheme } from "@counterpart/server/document";
import { describeLocation, type Finding, locateFindings } from "@counterpart/server/findings";
import { readDocument } from "@counterpart/server/read-document";
import { type Spec, UnreadableSpec } from "@counterpart/server/source";
import { analyzeSpec, type SpecAnalysis } from "./analyze-spec.ts";
import { exampleNotes } from "./example-notes.ts";
import { proveOperations } from "./prove/prove-operations.ts";

/** A description of a document, and which operations can be served. */
export interface Inspection {
  /** Whether at least a part of the document can be served. */
  accepted: boolean;
  /** Undefined if the document can't be read. */
  facts?: DocumentFacts;
  notes: Finding[];
}

export interface DocumentFacts {
  /** The OpenAPI version, as written. */
  openapi: string;
  title: string;
  /** The document's own version. */
  version: string;
  /** The number of served operations. */
  operations: number;
  /** The number of served operations that can't work. */
  failing: number;
  /** The places of operations and webhooks that aren't served. */
  leftOut: string[];
  schemas: number;
  /** Each security scheme with its kind, as in `key (apiKey)`. */
  security: string[];
}

/**
 * Inspects a document without writing anything, and tries each operation.
 * @param read reads the document
 */
export async function inspectDocument(read: () => Promise<Spec>): Promise<Inspection> {
  try {
    return await inspectSpec(await read());
  } catch (error) {
    if (!(error instanceof UnreadableSpec)) throw error;
    return { accepted: false, notes: [error.note] };
  }
}

/** Inspects a document that has been read. */
export async function inspectSpec(spec: Spec): Promise<Inspection & Pick<SpecAnalysis, "leftOut">> {
  const read = readDocument(spec.raw);
  // In a thread, while this one builds validators.
  const proof = proveOperations(read);
  const { document, leftOut, notes, accepted } = analyzeSpec(spec, { builds: true, read });
  const ignored = exampleNotes(document);
  const isServed = ({ pointer = "" }: Finding) =>
    !leftOut.some((one) => `${pointer}/`.startsWith(`${one.pointer}/`));
  const tried = (await proof).filter(isServed);
  const failing = tried.filter(({ severity }) => severity === "error").length;
  const works = failing === 0 || failing < document.operations.length;
  return {
    accepted: accepted && works,
    facts: factsOf(spec, { document, leftOut }, failing),
    notes: [...notes, ...locateFindings([...ignored, ...tried], spec.locate)],
    leftOut,
  };
}

function factsOf(
  { raw, locate }: Spec,
  { document, leftOut }: Pick<SpecAnalysis, "document" | "leftOut">,
  failing: number,
): DocumentFacts {
  const { info, operations, securitySchemes } = document;
  return {
    openapi: raw.openapi,
    title: info.title,
    version: info.version,
    operations: operations.length,
    failing,
    leftOut: leftOut.map(({ pointer }) => describeLocation(locate(pointer))),
    schemas: countSchemas(document),
    security: Object.entries(securitySchemes).map(([name, scheme]) => `${name} (${kindOf(scheme)})`),
  };
}

function kindOf(scheme: SecurityScheme): string {
  if (scheme.type === "http") return `http ${scheme.scheme}`;
  return scheme.type ?? "left to its authenticator";
}
