import { stat } from "node:fs/promises";
import path from "node:path";
import { describeFinding } from "@counterpart/server/findings";
import { pointerParts } from "@counterpart/server/values";
import type { DocumentConfig } from "../../config/define-config.ts";
import { readProjectSpec } from "../../config/find-spec.ts";
import { type EmittedFiles, emitFiles } from "../emit-files.ts";
import { writeGenerated } from "../generate-files.ts";
import { writeStubs } from "../handlers/write-stubs.ts";
import { findLeftOvers } from "./left-overs.ts";
import { type ListedOperation, listOperations, operationChanges } from "./operation-changes.ts";

/** The result of a run for one document. */
export type Regenerated = NonNullable<Awaited<ReturnType<typeof regenerate>>>;

/** Receives the absolute paths of a document's files. */
export type OnInputs = (files: string[]) => void;

/**
 * Reads a document and updates its generated files and stubs.
 * @param before the operations in the generated files
 * @returns undefined if aborted, in which case nothing was written
 * @throws with the document's faults if one of these operations can no longer be served; the generated files
 * then stay unchanged until the mistake is corrected
 */
export async function regenerate(
  config: DocumentConfig,
  { before, signal, onInputs }: { before: ListedOperation[]; signal: AbortSignal; onInputs: OnInputs },
) {
  const spec = await readProjectSpec(config);
  onInputs(spec.files.map(({ path: file }) => file));
  // Lets file events abort the run between the steps.
  await nextTurn();
  if (signal.aborted) return undefined;
  const emitted = emitFiles(spec, { dates: config.dates });
  await nextTurn();
  if (signal.aborted) return undefined;
  requireServed(before, emitted);
  const { changed, removed } = await writeGenerated(config, emitted);
  const stubs = await writeStubs(config);
  const operations = listOperations(emitted.raw);
  return {
    operations,
    changes: operationChanges(before, operations),
    /** Generated files, the list of handlers, and stubs. */
    written: [...changed, ...stubs],
    removed,
    leftOver: await findLeftOvers(emitted.document, config.operations),
    notes: emitted.notes,
  };
}

function requireServed(before: ListedOperation[], { leftOut, raw, notes }: EmittedFiles): void {
  if (leftOut.length === 0) return;
  const calls = new Set(before.map(({ call }) => call));
  for (const { call } of listOperations(raw)) calls.delete(call);
  const lost = leftOut.some(({ pointer }) => calls.has(callAt(pointer)));
  if (!lost) return;
  throw new Error(
    notes
      .filter(({ severity }) => severity === "error")
      .map(describeFinding)
      .join("\n"),
  );
}

/** `GET /pets` for `#/paths/~1pets/get`. */
function callAt(pointer: string): string {
  const [, template = "", ...keys] = pointerParts(pointer);
  // The last key is the method, also within OpenAPI 3.2's `additionalOperations`.
  const method = keys.at(-1) ?? "";
  return `${method.toUpperCase()} ${template}`;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Where an unreadable document is expected: its root file, or the folder that contains it. */
export async function placeOf({ spec }: Pick<DocumentConfig, "spec">): Promise<string> {
  const place = path.resolve(spec);
  const found = await stat(place).catch(() => undefined);
  return found?.isDirectory() ? place : path.dirname(place);
}
