import type { RawDocument } from "@counterpart/server/document/document";
import type { Locate } from "@counterpart/server/document/findings/locate";
import { readDocument } from "@counterpart/server/document/read-document";
import { releaseText } from "./changelog/changelog.ts";
import { listChanges } from "./changelog/list-changes.ts";
import { type Comparison, compareContracts } from "./compare-contracts.ts";
import { comparisonText } from "./comparison-text.ts";
import { groupedChanges } from "./grouped-changes.ts";
import { fittingVersion } from "./version.ts";

/** How one document affects the clients of another. */
export interface DocumentComparison extends Omit<Comparison, "faults" | "preliminary"> {
  /** The least version that fits the changes; null if the old one isn't three numbers. */
  fits: string | null;
  /** Sentences about deprecations and the version, which don't fail. */
  advice: string[];
}

/** Compares any two documents. Only breaks fail, also of a version below 1.0: the version is advice. */
export async function compareDocuments(
  before: RawDocument,
  after: RawDocument,
  { today, locate }: { today: string; locate: Locate },
): Promise<DocumentComparison> {
  const { faults, preliminary: _, ...comparison } = await compareContracts(before, after, today, { locate });
  return {
    ...comparison,
    fits: fittingVersion(comparison.released, comparison.bump) ?? null,
    advice: faults,
    passed: comparison.breaking.length === 0,
  };
}

/** @param name of the old document */
export function documentComparisonText(comparison: DocumentComparison, name: string): string {
  const { advice, fits, ...rest } = comparison;
  const notes = [
    ...advice,
    ...(fits !== null && comparison.bump && advice.length === 0
      ? [`The least version that fits is ${fits}.`]
      : []),
  ];
  return [
    comparisonText({ ...rest, faults: [], preliminary: false }, name, { isReleased: false }),
    ...(notes.length > 0 ? ["", ...notes.map((note) => `note: ${note}`)] : []),
  ].join("\n");
}

/** The changes in Markdown. */
export function changesText(
  comparison: Comparison | DocumentComparison,
  before: RawDocument,
  after: RawDocument,
): string {
  const { released, current, breaking } = comparison;
  const breaks = groupedChanges(breaking).map(([first, ...others]) => {
    const more =
      others.length > 0 ? ` (and ${others.length} more ${others.length === 1 ? "place" : "places"})` : "";
    return `${first.place}${more}: ${first.message}`;
  });
  const changes = listChanges(readDocument(before), readDocument(after));
  return releaseText(`${released} to ${current}`, { ...changes, breaking: breaks });
}
