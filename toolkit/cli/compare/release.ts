import { rm } from "node:fs/promises";
import type { ApiDocument, RawDocument } from "@counterpart/server/document";
import { acceptedBreaksFile, readAcceptedBreaks } from "./accepted/accepted-breaks.ts";
import { changesFile, recordRelease } from "./changelog/changelog.ts";
import { type Comparison, compareContracts } from "./compare-contracts.ts";
import { type FirstComparison, type ReleasedContract, readReleased, writeReleased } from "./released.ts";
import { deprecationFaults, shortNotices } from "./sunset.ts";
import { versionFault } from "./version.ts";

export type Release =
  | { version: string; written: string[]; removed: string[]; refused?: never }
  /** Why the document can't be released. */
  | { refused: Comparison | FirstComparison };

/**
 * Makes a document the released contract and records its changes, unless it breaks clients of the
 * current one. The release includes accepted breaks and removes their list.
 */
export async function release(
  current: ApiDocument,
  { released: file, today, locate }: ReleasedContract,
): Promise<Release> {
  const released = await readReleased(file);
  const acceptedFile = acceptedBreaksFile(file);
  const entries = await readAcceptedBreaks(acceptedFile);
  const version = current.info.version;
  if (released) {
    const comparison = await compareContracts(released, current, today, { entries, locate });
    // Before 1.0 a comparison only reports breaks and doesn't require a new version; a release does.
    const fault = comparison.preliminary ? versionFault(comparison, comparison.bump) : undefined;
    const faults = [
      ...new Set([...comparison.faults, ...(fault === undefined ? [] : [fault])]),
      ...shortNotices(released, current, today),
    ];
    if (!comparison.passed || faults.length > 0) return { refused: { ...comparison, faults, passed: false } };
    if (comparison.bump === undefined && comparison.current === comparison.released) {
      return { version, written: [], removed: [] };
    }
  } else {
    const faults = deprecationFaults(undefined, current);
    if (faults.length > 0) return { refused: { released: null, faults, passed: false } };
  }
  await writeReleased(current.source as RawDocument, file);
  const changes = changesFile(file);
  await recordRelease(changes, { before: released, after: current, date: today });
  if (entries.length > 0) await rm(acceptedFile);
  return { version, written: [file, changes], removed: entries.length > 0 ? [acceptedFile] : [] };
}
