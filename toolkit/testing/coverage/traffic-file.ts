import { readFile, writeFile } from "node:fs/promises";
import type { ApiDocument } from "@counterpart/server/document/document";
import { fingerprint, type Traffic } from "./traffic.ts";

/** Traffic that was counted outside the test suite, for example by the proxy. */
interface TrafficFile {
  document: string;
  traffic: Traffic;
}

export async function writeTrafficFile(file: string, document: ApiDocument, traffic: Traffic): Promise<void> {
  const content: TrafficFile = { document: fingerprint(document), traffic };
  await writeFile(file, `${JSON.stringify(content)}\n`);
}

/**
 * Undefined if it was counted for another document, or another version of it.
 * @throws if there is no such file
 */
export async function readTrafficFile(file: string, document: ApiDocument): Promise<Traffic | undefined> {
  const content: TrafficFile = JSON.parse(await readFile(file, "utf8"));
  return content.document === fingerprint(document) ? content.traffic : undefined;
}
