import type { WordUse } from "./find-words.ts";

/** How many uses are allowed, by file and word: `{ "docs/x.md: planted": 1 }`. */
export type AllowedUses = Record<string, number>;

/** A line for each use of a word that its file uses more often than allowed. */
export function reportUses(uses: readonly WordUse[], allowed: AllowedUses): string[] {
  const present = countUses(uses);
  return uses
    .filter((use) => (present[keyOf(use)] ?? 0) > (allowed[keyOf(use)] ?? 0))
    .map(({ file, line, text, avoided }) => `${file}:${line}: "${text}". Instead: ${avoided.instead}.`);
}

/** The list without unused entries. It never grows. */
export function lowered(allowed: AllowedUses, uses: readonly WordUse[]): AllowedUses {
  const present = countUses(uses);
  const entries = Object.entries(allowed).map(([key, count]) => [key, Math.min(count, present[key] ?? 0)]);
  return Object.fromEntries(entries.filter(([, count]) => count !== 0));
}

export function countUses(uses: readonly WordUse[]): AllowedUses {
  const counts: AllowedUses = {};
  for (const use of uses) counts[keyOf(use)] = (counts[keyOf(use)] ?? 0) + 1;
  return counts;
}

function keyOf({ file, avoided }: WordUse): string {
  return `${file}: ${avoided.word}`;
}
