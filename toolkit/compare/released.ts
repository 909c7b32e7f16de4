import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parse, stringify } from "yaml";
import type { RawDocument } from "../document/document.ts";
import { normalise } from "../generate/normalise.ts";

const banner = "# The contract as it was last released. Written by `counterpart release`; never edited.\n";

/** Undefined when nothing has been released yet. */
export async function readReleased(file: string): Promise<RawDocument | undefined> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return text === undefined ? undefined : normalise(parse(text), () => {});
}

/** The same document gives the same text. */
export async function writeReleased(raw: RawDocument, file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, banner + stringify(raw, { aliasDuplicateObjects: false, lineWidth: 0 }));
}
