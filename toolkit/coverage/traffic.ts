import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ApiDocument } from "../document/document.ts";
import type { Sighting } from "./contract-coverage.ts";

/** What the exchanges of a test run have shown, as counts. */
export interface Traffic {
  exchanges: number;
  /** By the items' ids. */
  seen: Record<string, number>;
  wronglyAccepted: Record<string, number>;
}

export const noTraffic = (): Traffic => ({ exchanges: 0, seen: {}, wronglyAccepted: {} });

/** This process's own. */
let own = noTraffic();

export function countSighting({ seen, wronglyAccepted }: Sighting, into = own): void {
  into.exchanges++;
  for (const id of seen) into.seen[id] = (into.seen[id] ?? 0) + 1;
  for (const id of wronglyAccepted) into.wronglyAccepted[id] = (into.wronglyAccepted[id] ?? 0) + 1;
}

/** Puts what this process has counted so far into a file of its own, and starts anew. */
export async function writeTraffic(folder: string): Promise<void> {
  if (own.exchanges === 0) return;
  const text = JSON.stringify(own);
  own = noTraffic();
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${randomUUID()}.json`), text);
}

/** The files of all processes as one. */
export async function readTraffic(folder: string): Promise<Traffic> {
  const total = noTraffic();
  for (const file of await readdir(folder).catch(() => [])) {
    const part: Traffic = JSON.parse(await readFile(path.join(folder, file), "utf8"));
    total.exchanges += part.exchanges;
    for (const key of ["seen", "wronglyAccepted"] as const) {
      for (const [id, count] of Object.entries(part[key])) total[key][id] = (total[key][id] ?? 0) + count;
    }
  }
  return total;
}

/** Changes with everything that the document says. */
export function fingerprint({ source }: ApiDocument): string {
  return createHash("sha256").update(JSON.stringify(source)).digest("hex");
}
