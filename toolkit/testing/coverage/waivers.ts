import { readDatedList } from "@counterpart/server/document";

/** Exempts an item from coverage until a date. */
export interface Waiver {
  /** An item's id. */
  item: string;
  reason: string;
  /** The last day, `2026-12-31`. */
  until: string;
}

/** Returns an empty list if the file doesn't exist. @throws with all mistakes in the file */
export function readWaivers(file: string): Promise<Waiver[]> {
  return readDatedList<Waiver>(file, { item: "the id of the waived item", reason: "a sentence" });
}

/** Checks waivers: each must name an uncovered item of the document, and must not have expired. */
export function waiverFaults(
  waivers: Waiver[],
  { ids, seen, today }: { ids: Set<string>; seen: Record<string, number>; today: string },
): string[] {
  return waivers.flatMap(({ item, until }) => {
    if (!ids.has(item))
      return [`The waiver of "${item}" matches no item of the document. Remove or correct it.`];
    if (seen[item]) return [`The waiver of "${item}" is obsolete: the item is covered. Remove it.`];
    if (until < today) return [`The waiver of "${item}" expired on ${until}. Write the test.`];
    return [];
  });
}
