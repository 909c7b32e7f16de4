import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ApiDocument } from "../document/document.ts";
import { fingerprint, type Traffic } from "./traffic.ts";

/** The traffic of one run of the whole suite, kept so that it can be looked at again. */
interface Record {
  document: string;
  /** Epoch milliseconds. */
  startedAt: number;
  traffic: Traffic;
}

export const coverageFolder = "generated/coverage";
const recordFile = path.join(coverageFolder, "traffic.json");

/** What a run depends on. */
const sources = ["spec", "generated", "server", "mock", "test", "toolkit"];
const notSources = new Set([coverageFolder, "generated/docs", "test/contract/coverage-waivers.json"]);

export async function writeRecord(document: ApiDocument, startedAt: number, traffic: Traffic): Promise<void> {
  await mkdir(coverageFolder, { recursive: true });
  const record: Record = { document: fingerprint(document), startedAt, traffic };
  await writeFile(recordFile, JSON.stringify(record));
}

export async function removeRecord(): Promise<void> {
  await rm(recordFile, { force: true });
}

/** The traffic of the last run of the whole suite, if nothing that it depends on has changed since. */
export async function readRecord(document: ApiDocument): Promise<Traffic | undefined> {
  const text = await readFile(recordFile, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const record: Record = JSON.parse(text);
  const isOfDocument = record.document === fingerprint(document);
  return isOfDocument && (await newest(sources)) <= record.startedAt ? record.traffic : undefined;
}

/** When the last of these files was changed, in epoch milliseconds. */
async function newest(files: string[]): Promise<number> {
  let latest = 0;
  for (const file of files) {
    if (notSources.has(file)) continue;
    const about = await stat(file);
    const children = about.isDirectory() ? (await readdir(file)).map((name) => path.join(file, name)) : [];
    const time = about.isDirectory() ? await newest(children) : about.mtimeMs;
    latest = Math.max(latest, time);
  }
  return latest;
}
