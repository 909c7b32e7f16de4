import {
  type ApiDocument,
  isBodilessMethod,
  operationPointer,
  pointerOf,
  type RawDocument,
  visits,
  withoutLeftOut,
} from "@counterpart/server/document";
import { describeFinding, type Finding, locateFindings } from "@counterpart/server/findings";
import { operationTools } from "@counterpart/server/mcp";
import { readDocument } from "@counterpart/server/read-document";
import { formats } from "@counterpart/server/schemas";
import type { Spec } from "@counterpart/server/source";
import { buildFaults } from "@counterpart/server/validation";
import { own } from "@counterpart/server/values";
import { isAccepted } from "./is-accepted.ts";
import { nothingFitsNotes } from "./nothing-fits.ts";
import { refusalNotes } from "./refusal-notes.ts";
import { requestIdNotes } from "./request-id-notes.ts";
import { notesWithoutEffect, unreadBodies } from "./without-effect.ts";

export type SpecAnalysis = ReturnType<typeof analyzeSpec>;

/**
 * Determines which operations can be served.
 * @param builds whether to build all validators as a check, which takes seconds for a large document. Reading
 * a document repairs its schemas, so no validator is known to fail.
 * @param read the document, if it has been read
 */
export function analyzeSpec(
  { raw, notes, locate }: Spec,
  { builds, read = readDocument(raw) }: { builds: boolean; read?: ApiDocument },
) {
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
    /** The served part of the document. */
    document,
    /** Findings about the whole document. */
    notes: locateFindings(findings, locate),
    /** The operations and webhooks that aren't served. */
    leftOut,
    /** Whether at least a part of the document can be served. */
    accepted: isAccepted({ operations: document.operations, leftOut }),
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
  const notes: Finding[] = [];
  for (const { kind, node, place } of visits(root as never)) {
    const { format } = node;
    if (kind !== "schema" || typeof format !== "string") continue;
    const checked = typeOfFormat(own<unknown>(formats, format));
    const types = [node.type ?? []].flat().map(String);
    const isOfType =
      types.length === 0 || types.some((type) => (type === "integer" ? "number" : type) === checked);
    if (checked !== undefined && isOfType) continue;
    const message =
      checked === undefined
        ? `The format ${format} isn't checked, unless the service defines it in \`formats\`.`
        : `The format ${format} doesn't apply to values of the type ${types.join(" or ")}.`;
    notes.push({ severity: "info", pointer: `${pointerOf(place)}/format`, message });
  }
  return notes;
}

/** Formats apply to strings by default. */
function typeOfFormat(format: unknown): string | undefined {
  if (format === undefined) return undefined;
  return typeof format === "object" ? (format as { type: string }).type : "string";
}

/** Explains why nothing of a document can be served. */
export function refusal(notes: Finding[]): string {
  const errors = notes.filter(({ severity }) => severity === "error").map(describeFinding);
  return `None of the document's operations can be served:\n${errors.join("\n")}`;
}

/** Reports the bodies that `fetch` can't send. */
function bodiesOfGet({ operations }: ApiDocument): Finding[] {
  return operations
    .filter(({ method, requestBody }) => requestBody !== undefined && isBodilessMethod(method))
    .map((operation) => ({
      severity: "warning",
      pointer: `${operationPointer(operation)}/requestBody`,
      message: `fetch sends no body with ${operation.method.toUpperCase()}. The generated client has none for this operation.`,
    }));
}
