import { readFile } from "node:fs/promises";
import { bundledFile } from "@counterpart/server/document";
import type { DocumentConfig } from "../../config/define-config.ts";
import { findingLines } from "../../inspect/finding-text.ts";
import { type ListedOperation, listOperations } from "./operation-changes.ts";
import { placeOf, type Regenerated, regenerate } from "./regenerate.ts";
import { regeneratedLines } from "./run-text.ts";

/** The result of a run, for people and for programs. */
export interface DocumentRun {
  lines: string[];
  json: object;
  /** Written and deleted files. */
  files: string[];
}

export type WatchedDocument = Awaited<ReturnType<typeof watchedDocument>>;

/**
 * A document and the results of its previous runs.
 * @param explain formats an error for the user
 */
export async function watchedDocument(config: DocumentConfig, explain: (error: unknown) => string) {
  let operations = await generatedOperations(config);
  let inputs: string[] = [];
  let shown = new Set<string>();
  const renames = new Map<string, string>();

  function take(result: Regenerated): DocumentRun {
    const { operations: now, ...json } = result;
    operations = now;
    for (const { from, to } of result.changes.renamed) renames.set(from, to);
    const lines = regeneratedLines(result, { shown, renames });
    shown = new Set(findingLines(result.notes));
    const files = [...result.written, ...result.removed];
    return { lines, json: { ...json, operations: now.length }, files };
  }

  return {
    name: config.name,
    /** The absolute path of the folder that contains the document. */
    place: await placeOf(config),
    /** The absolute paths of the files that the document consisted of at the last read. */
    inputs: () => inputs,
    /** Undefined if aborted. */
    run: async (signal: AbortSignal): Promise<DocumentRun | undefined> => {
      try {
        const onInputs = (files: string[]) => {
          inputs = files;
        };
        const result = await regenerate(config, { before: operations, signal, onInputs });
        return result && take(result);
      } catch (error) {
        const message = explain(error);
        const kept = `Nothing was written; ${config.generated} is as it was.`;
        return { lines: [message, kept], json: { error: message }, files: [] };
      }
    },
  };
}

/** Returns an empty list if nothing has been generated yet. */
async function generatedOperations(config: DocumentConfig): Promise<ListedOperation[]> {
  const text = await readFile(bundledFile(config), "utf8").catch(() => undefined);
  if (text === undefined) return [];
  try {
    return listOperations(JSON.parse(text));
  } catch {
    return [];
  }
}
