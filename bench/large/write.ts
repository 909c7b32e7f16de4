import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { createLargeDocument } from "./document.ts";
import { splitDocument } from "./split.ts";

// node bench/large/write.ts <folder>: writes the large document as one file, large.json, and split below many/.

/** Writes both forms of the large document. Returns the root files. */
export async function writeLargeDocument(folder: string): Promise<{ one: string; many: string }> {
  const document = createLargeDocument();
  await mkdir(folder, { recursive: true });
  const one = path.join(folder, "large.json");
  await writeFile(one, `${JSON.stringify(document, null, 2)}\n`);
  for (const [name, text] of splitDocument(document)) {
    const file = path.join(folder, "many", name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return { one, many: path.join(folder, "many/openapi.yaml") };
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error("Name a folder: node bench/large/write.ts <folder>");
  console.log(await writeLargeDocument(folder));
}
