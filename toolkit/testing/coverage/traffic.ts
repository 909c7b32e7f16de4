import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ApiDocument } from "@counterpart/server/document";
import { getOrMake } from "@counterpart/server/values";
import type { Sighting } from "./contract-coverage.ts";

/** A test run's coverage counts for a document. */
export interface Traffic {
  exchanges: number;
  /** Counts by item id. */
  seen: Record<string, number>;
  acceptedViolations: Record<string, number>;
}

export const noTraffic = (): Traffic => ({ exchanges: 0, seen: {}, acceptedViolations: {} });

/** The counts of this process, by document. */
const own = new Map<ApiDocument, Traffic>();

export function countCoverage(
  { document, seen, acceptedViolations }: Sighting,
  into: Traffic = getOrMake(own, document, noTraffic),
): void {
  into.exchanges++;
  for (const id of seen) into.seen[id] = (into.seen[id] ?? 0) + 1;
  for (const id of acceptedViolations) into.acceptedViolations[id] = (into.acceptedViolations[id] ?? 0) + 1;
}

/** Writes this process's counts to one file per document, and resets them. */
export async function writeTraffic(folder: string): Promise<void> {
  const counted = [...own];
  own.clear();
  for (const [document, traffic] of counted) {
    const place = folderOf(folder, document);
    await mkdir(place, { recursive: true });
    await writeFile(path.join(place, `${randomUUID()}.json`), JSON.stringify(traffic));
  }
}

/** Merges the counts of all processes for a document. */
export async function readTraffic(folder: string, document: ApiDocument): Promise<Traffic> {
  const parts: Traffic[] = [];
  const place = folderOf(folder, document);
  for (const file of await readdir(place).catch(() => [])) {
    parts.push(JSON.parse(await readFile(path.join(place, file), "utf8")));
  }
  return sumOfTraffic(parts);
}

export function sumOfTraffic(parts: Traffic[]): Traffic {
  const total = noTraffic();
  for (const part of parts) {
    total.exchanges += part.exchanges;
    for (const key of ["seen", "acceptedViolations"] as const) {
      for (const [id, count] of Object.entries(part[key])) total[key][id] = (total[key][id] ?? 0) + count;
    }
  }
  return total;
}

/** A process may have loaded the document twice, so the folder is named after its content. */
function folderOf(folder: string, document: ApiDocument): string {
  return path.join(folder, fingerprint(document));
}

/** A hash of the whole document. */
export function fingerprint({ source }: ApiDocument): string {
  return createHash("sha256").update(JSON.stringify(source)).digest("hex");
}

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
