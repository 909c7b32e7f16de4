import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { type ApiDocument, coverageFolder, docsFolder } from "@counterpart/server/document";
import { fingerprint, type Traffic } from "./traffic.ts";

/** The traffic of a complete run, kept so that it can be evaluated again. */
interface Record {
  document: string;
  /** Epoch milliseconds. */
  startedAt: number;
  traffic: Traffic;
}

function recordFile(config: CoveredDocument): string {
  return path.join(coverageFolder(config), "traffic.json");
}

export async function writeRecord(
  config: CoveredDocument,
  document: ApiDocument,
  { startedAt, traffic }: Pick<Record, "startedAt" | "traffic">,
): Promise<void> {
  await mkdir(coverageFolder(config), { recursive: true });
  const record: Record = { document: fingerprint(document), startedAt, traffic };
  await writeFile(recordFile(config), JSON.stringify(record));
}

export async function removeRecord(config: CoveredDocument): Promise<void> {
  await rm(recordFile(config), { force: true });
}

/**
 * The traffic of the last complete run, unless its sources have changed since.
 * @param documents all of the project's documents, whose reports and clients don't count as sources
 * @param trafficFiles files that `counterpart proxy` has written, which aren't sources either
 */
export async function readRecord(
  config: CoveredDocument,
  document: ApiDocument,
  documents: CoveredDocument[],
  trafficFiles: string[] = [],
): Promise<Traffic | undefined> {
  const text = await readFile(recordFile(config), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const record: Record = JSON.parse(text);
  if (record.document !== fingerprint(document)) return undefined;
  const ignored = new Set(
    [...documents.flatMap(notSources), ...trafficFiles].map((place) => path.resolve(place)),
  );
  return (await newestSource(path.resolve("."), ignored)) <= record.startedAt ? record.traffic : undefined;
}

function notSources(config: CoveredDocument): string[] {
  const { clientPackage, coverageWaivers } = config;
  return [coverageFolder(config), docsFolder(config), clientPackage, coverageWaivers];
}

/** The sources of a test run: code and data of the project, and of the toolkit in its workspace. */
const isSource = /\.([cm]?[jt]s|json|ya?ml|sql|csv|html)$/;
const isSkipped = (name: string) => name.startsWith(".") || name === "node_modules";

/** The last modification of a source below a folder, in epoch milliseconds. */
async function newestSource(folder: string, ignored: Set<string>): Promise<number> {
  let latest = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (isSkipped(entry.name) || ignored.has(file)) continue;
    if (entry.isDirectory()) latest = Math.max(latest, await newestSource(file, ignored));
    else if (isSource.test(entry.name)) latest = Math.max(latest, (await stat(file)).mtimeMs);
  }
  return latest;
}

/** A document of a project, with the paths for its coverage relative to the project's folder. */
export interface CoveredDocument {
  name: string;
  /** The folder of the bundled document, where the report is written. */
  generated: string;
  handlers: string;
  clientPackage: string;
  coverageWaivers: string;
  /** Whether a complete run fails if its coverage has gaps. */
  coverageRequired: boolean;
}
