import { access, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { RawDocument } from "@counterpart/server/document/document";
import { readSpec } from "@counterpart/server/document/source/read-spec";
import { stringify } from "yaml";
import { servedPart } from "../inspect/analyze-spec.ts";

const banner = "# The contract as it was last released. Written by `counterpart release`; never edited.\n";

/** Returns undefined if nothing has been released yet. */
export async function readReleased(file: string): Promise<RawDocument | undefined> {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  return exists ? servedPart(readSpec(file)) : undefined;
}

/** The output is deterministic. */
export async function writeReleased(raw: RawDocument, file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, banner + stringify(raw, { aliasDuplicateObjects: false, lineWidth: 0 }));
}
