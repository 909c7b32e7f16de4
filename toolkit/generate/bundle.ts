import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { RawDocument } from "../document/document.ts";
import { normalise } from "./normalise.ts";

const run = promisify(execFile);

/** Runs Redocly's command line, silent about updates and usage. Throws with what it printed. */
export async function redocly(...args: string[]): Promise<string> {
  try {
    const { stdout } = await run("redocly", args, {
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      maxBuffer: 64 * 2 ** 20,
    });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`redocly ${args[0]} failed:\n${stdout}${stderr}`.trim());
  }
}

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
