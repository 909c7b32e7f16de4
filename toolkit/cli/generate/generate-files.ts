import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import type { RawDocument } from "@counterpart/server/document/document";
import type { Finding } from "@counterpart/server/document/findings/finding";
import type { DocumentConfig } from "../config/define-config.ts";
import { readProjectSpec } from "../config/read-project-spec.ts";
import {
  type EmittedFiles,
  emitFiles,
  runtimeFolder,
  verifyWebhookFile,
  webhooksFile,
} from "./emit-files.ts";
import { missingStubs } from "./handlers/stubs.ts";
import { writeIfChanged } from "./write-if-changed.ts";

export interface Generated {
  /** The bundled document. */
  raw: RawDocument;
  /** Files that were out of date. */
  changed: string[];
  /** Files of an earlier version that are no longer generated. */
  removed: string[];
  /** The operationIds without a handler. */
  missing: string[];
  /** Surprises in the document, and parts that can't be served. */
  notes: Finding[];
}

/**
 * Updates the generated folder.
 * @param dryRun only report what would change
 * @param builds build all validators, to check that every operation can be served
 */
export async function generateFiles(
  config: DocumentConfig,
  { dryRun = false, builds = false }: { dryRun?: boolean; builds?: boolean } = {},
): Promise<Generated> {
  return writeGenerated(config, await emitFiles(await readProjectSpec(config), { builds }), { dryRun });
}

/** Updates the generated folder; with `dryRun`, only reports what would change. */
export async function writeGenerated(
  config: DocumentConfig,
  { raw, document, files, notes }: EmittedFiles,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<Generated> {
  const changed: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(config.generated, name);
    const isChanged = dryRun
      ? (await readFile(file, "utf8").catch(() => undefined)) !== text
      : await writeIfChanged(file, text);
    if (isChanged) changed.push(file);
  }
  const removed = await obsoleteFiles(config.generated, files);
  if (!dryRun) for (const file of removed) await rm(file);
  const missing = await missingStubs(document, config.operations);
  return { raw, changed, removed, missing, notes };
}

/** Files that an earlier version or document left behind. */
async function obsoleteFiles(generated: string, files: Record<string, string>): Promise<string[]> {
  const runtime = await readdir(path.join(generated, runtimeFolder), { recursive: true }).catch(() => []);
  const own = await readdir(generated).catch(() => []);
  const names = [
    ...runtime.filter((name) => name.endsWith(".ts")).map((name) => path.join(runtimeFolder, name)),
    ...own.filter((name) => name === webhooksFile || name === verifyWebhookFile),
  ];
  return names.filter((name) => !(name in files)).map((name) => path.join(generated, name));
}
