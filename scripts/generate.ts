import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { checkDocument } from "../server/http/check-document.ts";
import { readDocument } from "../server/http/document.ts";
import { bundle } from "./bundle.ts";
import { emitClient } from "./client.ts";
import { emitOperations } from "./operations.ts";
import { specRoot } from "./spec-root.ts";
import { missingStubs } from "./stubs.ts";
import { emitTypes } from "./types.ts";

const help = `Usage: npm run generate [-- --check] [-- --json]

Writes generated/ from the document in spec/: the bundle, the types, what the server must implement, the client.

  --check  write nothing; exit 1 when generated/ isn't what the document says now
  --json   print {"written": [...], "missing": [...], "notes": [...]} (with --check "stale" for "written")`;

const banner = "// Written by `npm run generate` from spec/. Don't edit: change the document.\n\n";

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
  await checkDocument(document);
  return {
    "openapi.json": `${JSON.stringify(raw, null, 2)}\n`,
    "types.ts": banner + (await emitTypes(raw)),
    "operations.ts": banner + emitOperations(document),
    "client.ts": banner + emitClient(document),
  };
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
    await mkdir("generated", { recursive: true });
    await writeFile(file, text);
  }
  const document = readDocument(JSON.parse(files["openapi.json"] ?? ""));
  const missing = await missingStubs(document, "server/operations");
  if (args.includes("--json")) {
    console.log(JSON.stringify({ [check ? "stale" : "written"]: changed, missing, notes }));
  } else {
    for (const sentence of notes) console.log(`note: ${sentence}`);
    for (const file of changed) console.log(check ? `stale: ${file}` : `written: ${file}`);
    if (changed.length === 0) console.log("generated/ says what spec/ says.");
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
