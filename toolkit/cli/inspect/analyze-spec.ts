import type { ApiDocument, RawDocument } from "@counterpart/server/document/document";
import { describeFinding, type Finding, locateFindings } from "@counterpart/server/document/findings/finding";
import { readDocument } from "@counterpart/server/document/read-document";
import type { LeftOut } from "@counterpart/server/document/repair/left-out";
import { withoutLeftOut } from "@counterpart/server/document/repair/without-left-out";
import type { Spec } from "@counterpart/server/document/source/read-spec";
import { visits } from "@counterpart/server/document/walk";
import { operationTools } from "@counterpart/server/mcp/tools/tools";
import { createAjv } from "@counterpart/server/validation/ajv-factories";
import { buildFaults } from "@counterpart/server/validation/build-faults";
import { bodiesOfGet } from "./bodies-of-get.ts";
import { nothingFitsNotes } from "./nothing-fits.ts";
import { refusalNotes } from "./refusal-notes.ts";
import { requestIdNotes } from "./request-id-notes.ts";
import { unreadBodies } from "./unread-bodies.ts";
import { notesWithoutEffect } from "./without-effect.ts";

export interface SpecAnalysis {
  /** The served part of the document. */
  document: ApiDocument;
  /** Findings about the whole document. */
  notes: Finding[];
  /** The operations and webhooks that aren't served. */
  leftOut: LeftOut[];
  /** Whether at least a part of the document can be served. */
  accepted: boolean;
}

/**
 * Determines which operations can be served.
 * @param builds whether to build all validators as a check, which takes seconds for a large document. Reading
 * a document repairs its schemas, so no validator is known to fail.
 * @param read the document, if it has been read
 */
export function analyzeSpec(
  { raw, notes, locate }: Spec,
  { builds, read = readDocument(raw) }: { builds: boolean; read?: ApiDocument },
): SpecAnalysis {
  const faults = builds ? buildFaults(read) : [];
  const document =
    faults.length > 0 ? readDocument(withoutLeftOut(read.source as RawDocument, faults, [])) : read;
  const leftOut = [...read.leftOut, ...faults];
  const findings = [
    ...notes.map((note) => weighed(note, read)),
    ...read.notes,
    ...faults.map(({ note }) => note),
    ...formatNotes(document),
    ...nothingFitsNotes(document),
    ...unreadBodies(document),
    ...bodiesOfGet(document),
    ...notesWithoutEffect(document),
    ...requestIdNotes(document),
    ...toolNotes(document),
    ...(builds ? refusalNotes(document) : []),
  ];
  return {
    document,
    notes: locateFindings(findings, locate),
    leftOut,
    accepted: document.operations.length > 0 || leftOut.length === 0,
  };
}

/** What of `x-mcp` can't be applied, for documents that have it. */
function toolNotes(document: ApiDocument): Finding[] {
  return document.operations.some(({ mcp }) => mcp) ? operationTools(document).findings : [];
}

/** A broken reference is only a warning if no servable operation needs it. */
function weighed(note: Finding, { stopping }: ApiDocument): Finding {
  const isHarmless =
    note.severity === "error" && note.pointer !== "#" && !stopping.includes(note.pointer ?? "");
  return isHarmless ? { ...note, severity: "warning" } : note;
}

/** Reports formats without a check, and those that don't apply to the schema's type. */
function formatNotes({ root }: ApiDocument): Finding[] {
  const { formats } = createAjv("response");
  const notes: Finding[] = [];
  for (const { kind, node, pointer } of visits(root as never)) {
    const { format } = node;
    if (kind !== "schema" || typeof format !== "string") continue;
    const checked = Object.hasOwn(formats, format) ? typeOfFormat(formats[format]) : undefined;
    const types = [node.type ?? []].flat().map(String);
    const isOfType =
      types.length === 0 || types.some((type) => (type === "integer" ? "number" : type) === checked);
    if (checked !== undefined && isOfType) continue;
    const message =
      checked === undefined
        ? `The format ${format} isn't checked, unless the service defines it in \`formats\`.`
        : `The format ${format} doesn't apply to values of the type ${types.join(" or ")}.`;
    notes.push({ severity: "info", pointer: `${pointer}/format`, message });
  }
  return notes;
}

/** Formats apply to strings by default. */
function typeOfFormat(format: unknown): string {
  const { type } = (typeof format === "object" && format !== null ? format : {}) as { type?: string };
  return type ?? "string";
}

/**
 * The served part of a document, bundled.
 * @throws with the document's faults if nothing can be served
 */
export function servedPart(spec: Spec): RawDocument {
  const { document, notes, accepted } = analyzeSpec(spec, { builds: false });
  if (!accepted) throw new Error(refusal(notes));
  return document.source as RawDocument;
}

/** Explains why nothing of a document can be served. */
export function refusal(notes: Finding[]): string {
  const errors = notes.filter(({ severity }) => severity === "error").map(describeFinding);
  return `None of the document's operations can be served:\n${errors.join("\n")}`;
}
