import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { bundledFile, loadDocumentConfig } from "../config/load-config.ts";
import { readDocument } from "../document/document.ts";
import { handlerNames } from "../generate/names.ts";
import { emitHandlers, emitStub, emitSupport, missingStubs } from "../generate/stubs.ts";

const help = `Usage: npm run scaffold [-- --json]

Writes server/operations/<operationId>.ts for each operation of generated/openapi.json that has none, and
server/handlers.ts, the list of them all. What they need beside it (operation.ts, authenticators.ts, service.ts) is
written where it is missing. No other file is ever touched.

  --json   print {"written": [...]}`;

/**
 * Writes what a project lacks to serve its document.
 * @returns the files that were written
 */
export async function scaffold(project: string): Promise<string[]> {
  const config = await loadDocumentConfig(project);
  const folder = path.join(project, config.operations);
  const bundled = path.join(project, bundledFile(config));
  const list = path.join(project, config.handlers);
  const document = readDocument(JSON.parse(await readFile(bundled, "utf8")));
  const names = handlerNames(document);
  await mkdir(folder, { recursive: true });
  const written: string[] = [];
  const writeMissing = async (file: string, text: string) => {
    const isNew = await writeFile(file, text, { flag: "wx" }).then(() => true, onlyWhen("EEXIST"));
    if (isNew) written.push(file);
  };
  for (const id of await missingStubs(document, folder)) {
    const name = names.get(id) ?? id;
    await writeMissing(path.join(folder, `${name}.ts`), emitStub(id, name));
  }
  for (const [name, text] of Object.entries(emitSupport(document))) {
    await writeMissing(path.join(path.dirname(list), name), text);
  }
  const text = emitHandlers(document);
  if ((await readFile(list, "utf8").catch(() => "")) !== text) {
    await writeFile(list, text);
    written.push(list);
  }
  return written;
}

/** Passes over an error of this code, and no other. */
function onlyWhen(code: string) {
  return (error: NodeJS.ErrnoException): false => {
    if (error.code !== code) throw error;
    return false;
  };
}

async function main(args: string[]): Promise<void> {
  if (args.includes("--help")) return console.log(help);
  const written = await scaffold(".");
  if (args.includes("--json")) return console.log(JSON.stringify({ written }));
  for (const file of written) console.log(`written: ${file}`);
  if (written.length === 0) console.log("Every operation has its file.");
}

if (import.meta.main) await main(process.argv.slice(2));
