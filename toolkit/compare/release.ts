import { type RawDocument, readDocument } from "../document/document.ts";
import { type Comparison, compareContracts } from "./compare-contracts.ts";
import type { FirstComparison, ReleasedContract } from "./compare-with-released.ts";
import { readReleased, writeReleased } from "./released.ts";
import { deprecationFaults, shortNotices } from "./sunset.ts";

export type Release =
  | { version: string; written: string[]; refused?: never }
  /** Why the document can't be released. */
  | { refused: Comparison | FirstComparison };

/** Makes a document, bundled, the released contract, unless it breaks the clients of the present one. */
export async function release(
  current: RawDocument,
  { released: file, today }: ReleasedContract,
): Promise<Release> {
  const released = await readReleased(file);
  const version = String(current.info?.version);
  if (released) {
    const comparison = await compareContracts(released, current, today);
    const faults = [
      ...comparison.faults,
      ...shortNotices(readDocument(released), readDocument(current), today),
    ];
    if (!comparison.passed || faults.length > 0) return { refused: { ...comparison, faults, passed: false } };
    if (comparison.bump === undefined && comparison.current === comparison.released) {
      return { version, written: [] };
    }
  } else {
    const faults = deprecationFaults(undefined, readDocument(current));
    if (faults.length > 0) return { refused: { released: null, faults, passed: false } };
  }
  await writeReleased(current, file);
  return { version, written: [file] };
}
