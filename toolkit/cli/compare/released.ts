import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ApiDocument, RawDocument } from "@counterpart/server/document";
import type { Locate } from "@counterpart/server/findings";
import { readSpec, yamlText } from "@counterpart/server/source";
import { readServed } from "../inspect/read-served.ts";
import { acceptedBreaksFile, readAcceptedBreaks } from "./accepted/accepted-breaks.ts";
import { type Comparison, compareContracts } from "./compare-contracts.ts";
import { deprecationFaults } from "./sunset.ts";

const banner = "# The contract as it was last released. Written by `counterpart release`; never edited.\n";

/** Returns undefined if nothing has been released yet. */
export async function readReleased(file: string): Promise<ApiDocument | undefined> {
  // Its data keeps references that were relative to the document's files.
  return existsSync(file) ? readServed(readSpec(file, { allowFolders: ["."] })) : undefined;
}

/** The output is deterministic. */
export async function writeReleased(raw: RawDocument, file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, banner + yamlText(raw));
}

/** The result when no contract has been released yet. */
export interface FirstComparison {
  released: null;
  /** Sentences about deprecations. */
  faults: string[];
  passed: boolean;
}

export interface ReleasedContract {
  /** The file of the last released contract. */
  released: string;
  /** `2026-01-15`; sunsets are compared with this date. */
  today: string;
  /** Finds where the document is written. */
  locate?: Locate;
}

/** Compares a document with the last released contract. */
export async function compareWithReleased(
  current: ApiDocument,
  { released: file, today, locate }: ReleasedContract,
): Promise<Comparison | FirstComparison> {
  const released = await readReleased(file);
  const entries = await readAcceptedBreaks(acceptedBreaksFile(file));
  if (released) return compareContracts(released, current, today, { entries, locate });
  const faults = deprecationFaults(undefined, current);
  return { released: null, faults, passed: faults.length === 0 };
}
