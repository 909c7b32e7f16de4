import { stat } from "node:fs/promises";
import { UsageError } from "@counterpart/testing/mock/usage-error";
import { defineCommand, flag } from "../command-line/command.ts";
import { allowedFolders, allowFolderOption } from "../command-line/document-option.ts";
import { rootIn } from "../config/find-spec.ts";
import { type Inspection, inspectDocument } from "../inspect/inspect-document.ts";
import { inspectionText } from "../inspect/inspection-text.ts";

export const command = defineCommand({
  positionals: "<document>",
  description: `Reports which operations of an OpenAPI document can be served, and which parts are ignored or not checked, each
with its file, its line and a way to fix it. Each operation is tried with one request. It writes nothing and needs no project.`,
  options: {
    "allow-folder": allowFolderOption,
    json: flag(
      'print {"accepted": …, "version": "…", "operations": …, "notes": […], "seconds": …}, with all findings',
    ),
  },
  details: `<document> is the root file, in YAML or JSON, or a folder that contains it.

Exit codes: 0 it can be served, though perhaps not all of it; 1 it can't; 2 wrong usage.`,
  async run({ options: { json, "allow-folder": folders }, positionals, terminal: { stdout } }) {
    const [given, ...others] = positionals;
    if (given === undefined || others.length > 0) throw new UsageError("Name one OpenAPI document.");
    const found = await stat(given).catch(() => {
      throw new UsageError(`${given} doesn't exist.`);
    });
    const allowFolders = allowedFolders(folders, given);
    const startedAt = performance.now();
    const root = found.isDirectory() ? await rootIn(given) : given;
    const inspection = await inspectDocument(root, allowFolders);
    const seconds = Math.round(performance.now() - startedAt) / 1000;
    stdout.write(`${json ? asJson(inspection, seconds) : inspectionText(root, inspection)}\n`);
    return inspection.accepted ? 0 : 1;
  },
});

function asJson({ accepted, facts, notes }: Inspection, seconds: number): string {
  const result = {
    accepted,
    version: facts?.openapi ?? null,
    operations: facts?.operations ?? 0,
    notes: notes.map(({ severity, pointer, file = null, line = null, message }) => ({
      severity,
      pointer,
      file,
      line,
      message,
    })),
    seconds,
  };
  return JSON.stringify(result, null, 2);
}
