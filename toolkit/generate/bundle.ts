import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { RawDocument } from "../document/document.ts";
import { redocly } from "../tools/run-redocly.ts";
import { normalise } from "./normalise.ts";

/**
 * The document in one piece, references local, and in the form that `normalise` gives it.
 * @param file the root of the document, which may be one file or many
 * @param note is told what a reader of the document may not expect
 */
export async function bundle(
  file: string,
  note: (sentence: string) => void = () => {},
): Promise<RawDocument> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-"));
  const out = path.join(folder, "openapi.json");
  try {
    await redocly("bundle", file, "--output", out);
    return normalise(JSON.parse(await readFile(out, "utf8")), note);
  } finally {
    await rm(folder, { recursive: true });
  }
}
