import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { readDocument } from "../document/document.ts";
import { bundle } from "../generate/bundle.ts";
import { emitClient } from "../generate/client/client.ts";
import { runtimeFiles } from "../generate/client/runtime-files.ts";
import { emitOperations } from "../generate/operations.ts";
import { specRoot } from "../generate/spec-root.ts";
import { missingStubs } from "../generate/stubs.ts";
import { emitTypes } from "../generate/types.ts";
import { checkDocument } from "../validation/check-document.ts";

const help = `Usage: npm run generate [-- --check] [-- --json]

Writes generated/ from the document in spec/: the bundle, the types, what the server must implement, the client.

  --check  write nothing; exit 1 when generated/ isn't what the document says now
  --json   print {"written": [...], "removed": [...], "missing": [...], "notes": [...]} (with --check "stale" for "written")`;

const banner = "// Written by `npm run generate` from spec/. Don't edit: change the document.\n\n";
const runtimeBanner = "// Copied by `npm run generate`. Don't edit: it is overwritten.\n\n";
const runtimeFolder = "client-runtime";

/**
 * Everything that follows from the document, by file name.
 * @param note is told what a reader of the document may not expect
 */
export async function emitAll(
  specFile: string,
  note?: (sentence: string) => void,
): Promise<Record<string, string>> {
  const raw = await bundle(specFile, note);
  const document = readDocument(raw);
  checkDocument(document);
  const runtime = Object.entries(await runtimeFiles()).map(([name, text]) => [
    `${runtimeFolder}/${name}`,
    runtimeBanner + text,
  ]);
  return {
    "openapi.json": `${JSON.stringify(raw, null, 2)}\n`,
    "types.ts": banner + (await emitTypes(document)),
    "operations.ts": banner + emitOperations(document),
    "client.ts": banner + emitClient(document),
    ...Object.fromEntries(runtime),
  };
}

/** Files that an earlier version copied, and this one doesn't. */
async function runtimeFilesNotIn(files: Record<string, string>): Promise<string[]> {
  const names = await readdir(path.join("generated", runtimeFolder)).catch(() => []);
  return names
    .filter((name) => !(`${runtimeFolder}/${name}` in files))
    .map((name) => path.join("generated", runtimeFolder, name));
}

async function main(args: string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log(help);
    return 0;
  }
  const check = args.includes("--check");
  const notes: string[] = [];
  const files = await emitAll(await specRoot(), (sentence) => notes.push(sentence));
  const changed: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const file = path.join("generated", name);
    if ((await readFile(file, "utf8").catch(() => undefined)) === text) continue;
    changed.push(file);
    if (check) continue;
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const removed = await runtimeFilesNotIn(files);
  if (check) changed.push(...removed.splice(0));
  for (const file of removed) await rm(file);
  const document = readDocument(JSON.parse(files["openapi.json"] ?? ""));
  const missing = await missingStubs(document, "server/operations");
  if (args.includes("--json")) {
    console.log(JSON.stringify({ [check ? "stale" : "written"]: changed, removed, missing, notes }));
  } else {
    for (const sentence of notes) console.log(`note: ${sentence}`);
    for (const file of changed) console.log(check ? `stale: ${file}` : `written: ${file}`);
    for (const file of removed) console.log(`removed: ${file}`);
    if (changed.length + removed.length === 0) console.log("generated/ says what spec/ says.");
    for (const id of missing) console.log(`no handler yet: ${id} (npm run scaffold writes a stub)`);
    if (check && changed.length > 0) console.log("Run `npm run generate` and commit the result.");
  }
  return check && (changed.length > 0 || missing.length > 0) ? 1 : 0;
}

if (import.meta.main) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
