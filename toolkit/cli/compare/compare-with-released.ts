import type { RawDocument } from "@counterpart/server/document/document";
import type { Locate } from "@counterpart/server/document/findings/locate";
import { readDocument } from "@counterpart/server/document/read-document";
import { acceptedBreaksFile, readAcceptedBreaks } from "./accepted/accepted-breaks.ts";
import { type Comparison, compareContracts } from "./compare-contracts.ts";
import { readReleased } from "./released.ts";
import { deprecationFaults } from "./sunset.ts";

/** What there is to say of a document when no contract has been released yet. */
export interface FirstComparison {
  released: null;
  /** Sentences about deprecations. */
  faults: string[];
  passed: boolean;
}

export interface ReleasedContract {
  /** The file of the released contract. */
  released: string;
  /** `2026-01-15`, the date that sunsets are compared with. */
  today: string;
  /** Finds where the document is written. */
  locate?: Locate;
}

/** Compares a document, bundled, with the contract that was last released. */
export async function compareWithReleased(
  current: RawDocument,
  { released: file, today, locate }: ReleasedContract,
): Promise<Comparison | FirstComparison> {
  const released = await readReleased(file);
  const entries = await readAcceptedBreaks(acceptedBreaksFile(file));
  if (released) return compareContracts(released, current, today, { entries, locate });
  const faults = deprecationFaults(undefined, readDocument(current));
  return { released: null, faults, passed: faults.length === 0 };
}
