import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import type { ApiDocument, RawDocument } from "@counterpart/server/document";
import type { Finding } from "@counterpart/server/findings";
import { bundleIn, readDocument } from "@counterpart/server/read-document";
import { writeAllValidators } from "@counterpart/server/validation";
import type { DocumentConfig } from "../config/define-config.ts";
import { readProjectSpec } from "../config/find-spec.ts";
import { banner, type EmittedFiles, emitFiles, verifyWebhookFile, webhooksFile } from "./emit-files.ts";
import { missingStubs } from "./handlers/stubs.ts";
import { writeIfChanged } from "./write-if-changed.ts";

export interface Generated {
  document: ApiDocument;
  /** Files that were out of date. */
  changed: string[];
  /** Files of an earlier version that are no longer generated. */
  removed: string[];
  /** The operationIds without a handler. */
  missing: string[];
  /** Surprises in the document, and parts that can't be served. */
  notes: Finding[];
}

interface GenerateOptions {
  /** Only report what would change. */
  dryRun?: boolean;
  /** Write the validators as code. Once written, they are kept up to date without it. */
  validators?: boolean;
}

/**
 * Updates the generated folder.
 * @param builds build all validators, to check that every operation can be served
 */
export async function generateFiles(
  config: DocumentConfig,
  { builds = false, ...options }: GenerateOptions & { builds?: boolean } = {},
): Promise<Generated> {
  return writeGenerated(
    config,
    emitFiles(await readProjectSpec(config), { builds, dates: config.dates }),
    options,
  );
}

/** Updates the generated folder. */
export async function writeGenerated(
  config: DocumentConfig,
  { document, files: usual, notes }: EmittedFiles,
  { dryRun = false, validators = false }: GenerateOptions = {},
): Promise<Generated> {
  const isWritten = validators || existsSync(path.join(config.generated, validatorsFile));
  const files = isWritten ? { ...usual, ...emitValidators(usual["openapi.json"] ?? "") } : usual;
  const changed: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(config.generated, name);
    const isChanged = dryRun
      ? (await readFile(file, "utf8").catch(() => undefined)) !== text
      : await writeIfChanged(file, text);
    if (isChanged) changed.push(file);
  }
  const removed = await obsoleteFiles(config.generated, files);
  if (!dryRun) for (const file of removed) await rm(file, { recursive: true });
  const missing = await missingStubs(document, config.operations);
  return { document, changed, removed, missing, notes };
}

/** Files that an earlier version or document left behind. */
async function obsoleteFiles(generated: string, files: Record<string, string>): Promise<string[]> {
  const all = await readdir(generated).catch(() => []);
  // Until version 0.3, the client's runtime was copied.
  const ours = [webhooksFile, verifyWebhookFile, "client-runtime"];
  return all
    .filter((name) => ours.includes(name) && !(name in files))
    .map((name) => path.join(generated, name));
}

export const validatorsFile = "validators.js";

/** Generates the validators' module and its types. @param bundle the text that the server will read */
export function emitValidators(bundle: string): Record<string, string> {
  const document = readDocument(bundleIn(bundle) as RawDocument);
  return {
    [validatorsFile]: banner + writeAllValidators(document),
    "validators.d.ts": `${banner}import type { WrittenValidators } from "@counterpart/server";

declare const validators: WrittenValidators;
export default validators;
`,
  };
}
