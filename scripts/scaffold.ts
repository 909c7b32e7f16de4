import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { readDocument } from "../server/http/document.ts";
import { emitHandlers, emitStub, missingStubs } from "./stubs.ts";

const help = `Usage: npm run scaffold [-- --json]

Writes server/operations/<operationId>.ts for each operation of generated/openapi.json that has none (an existing
file is never touched), and server/operations/handlers.ts, the list of them all.

  --json   print {"written": [...]}`;

const folder = "server/operations";

async function main(args: string[]): Promise<void> {
  if (args.includes("--help")) return console.log(help);
  const document = readDocument(JSON.parse(await readFile("generated/openapi.json", "utf8")));
  await mkdir(folder, { recursive: true });
  const written: string[] = [];
  for (const id of await missingStubs(document, folder)) {
    const file = path.join(folder, `${id}.ts`);
    await writeFile(file, emitStub(id), { flag: "wx" });
    written.push(file);
  }
  const list = path.join(folder, "handlers.ts");
  const text = emitHandlers(document);
  if ((await readFile(list, "utf8").catch(() => "")) !== text) {
    await writeFile(list, text);
    written.push(list);
  }
  if (args.includes("--json")) return console.log(JSON.stringify({ written }));
  for (const file of written) console.log(`written: ${file}`);
  if (written.length === 0) console.log("Every operation has its file.");
}

await main(process.argv.slice(2));
