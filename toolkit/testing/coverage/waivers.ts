import { readFile } from "node:fs/promises";
import { isDay } from "@counterpart/server/document/day";

/** Exempts an item from coverage until a date. */
export interface Waiver {
  /** An item's id. */
  item: string;
  reason: string;
  /** The last day, `2026-12-31`. */
  until: string;
}

/** Reads the list, which is empty where there is no such file. Throws an error that names every fault in it. */
export async function readWaivers(file: string): Promise<Waiver[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "[]";
    throw error;
  });
  const entries: unknown = JSON.parse(text);
  if (!Array.isArray(entries)) throw new Error(`${file} is not a list.`);
  const faults = entries.flatMap((entry, index) =>
    entryFaults(entry).map((fault) => `${file}, entry ${index + 1}: ${fault}`),
  );
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return entries;
}

function entryFaults(entry: unknown): string[] {
  const { item, reason, until, ...rest } = Object(entry) as Record<string, unknown>;
  return [
    ...(isText(item) ? [] : ["`item` must be the id of the waived item."]),
    ...(isText(reason) ? [] : ["`reason` must be a sentence."]),
    ...(isText(until) && isDay(String(until)) ? [] : ["`until` must be the last day, as YYYY-MM-DD."]),
    ...Object.keys(rest).map((name) => `A waiver has no \`${name}\`.`),
  ];
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

/** What is wrong with waivers: each must name an item of the document that isn't covered, and must not have expired. */
export function waiverFaults(
  waivers: Waiver[],
  { ids, seen, today }: { ids: Set<string>; seen: Record<string, number>; today: string },
): string[] {
  return waivers.flatMap(({ item, until }) => {
    if (!ids.has(item))
      return [`The waiver of "${item}" names no item of the document. Remove or correct it.`];
    if (seen[item]) return [`The waiver of "${item}" isn't needed any more: the item is covered. Remove it.`];
    if (until < today) return [`The waiver of "${item}" expired on ${until}. Write the test.`];
    return [];
  });
}
