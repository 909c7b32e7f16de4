import type { ApiDocument } from "@counterpart/server/document";
import type { Locate } from "@counterpart/server/findings";
import { releaseText } from "./changelog/changelog.ts";
import { listChanges } from "./changelog/list-changes.ts";
import { breakTexts } from "./client-actions.ts";
import { type Comparison, compareContracts } from "./compare-contracts.ts";
import { comparisonText } from "./comparison-text.ts";
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
  before: ApiDocument,
  after: ApiDocument,
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
  before: ApiDocument,
  after: ApiDocument,
): string {
  const { released, current, breaking } = comparison;
  const changes = listChanges(before, after);
  return releaseText(`${released} to ${current}`, { ...changes, breaking: breakTexts(breaking) });
}
