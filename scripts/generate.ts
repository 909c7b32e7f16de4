import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { readDocument } from "../server/http/document.ts";
import { bundle } from "./bundle.ts";
import { emitClient } from "./client.ts";
import { emitOperations } from "./operations.ts";
import { missingStubs } from "./stubs.ts";
import { emitTypes } from "./types.ts";

const help = `Usage: npm run generate [-- --check] [-- --json]

Writes generated/ from spec/openapi.yaml: the bundle, the types, what the server must implement, the client.

  --check  write nothing; exit 1 when generated/ isn't what the document says now
  --json   print {"written": [...], "missing": [...]} (with --check {"stale": [...], "missing": [...]})`;

const banner = "// Written by `npm run generate` from spec/. Don't edit: change the document.\n\n";

/** Everything that follows from the document, by file name. */
export async function emitAll(specFile: string): Promise<Record<string, string>> {
  const raw = await bundle(specFile);
  const document = readDocument(raw);
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
  const files = await emitAll("spec/openapi.yaml");
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
    console.log(JSON.stringify({ [check ? "stale" : "written"]: changed, missing }));
  } else {
    for (const file of changed) console.log(check ? `stale: ${file}` : `written: ${file}`);
    if (changed.length === 0) console.log("generated/ says what spec/ says.");
    for (const id of missing) console.log(`no handler yet: ${id} (npm run scaffold writes a stub)`);
    if (check && changed.length > 0) console.log("Run `npm run generate` and commit the result.");
  }
  return check && (changed.length > 0 || missing.length > 0) ? 1 : 0;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
