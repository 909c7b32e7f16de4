import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type RawDocument, readDocument } from "../server/http/document.ts";

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
 * The document in one piece, references local, and every operation with an operationId.
 * @param file the root of the multi-file document
 */
export async function bundle(file: string): Promise<RawDocument> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-"));
  const out = path.join(folder, "openapi.json");
  try {
    await redocly("bundle", file, "--output", out);
    const raw = JSON.parse(await readFile(out, "utf8")) as RawDocument;
    for (const operation of readDocument(raw).operations) {
      raw.paths[operation.path][operation.method].operationId ??= operation.operationId;
    }
    return raw;
  } finally {
    await rm(folder, { recursive: true });
  }
}
