import { compareContracts as compare } from "../../cli/compare/compare-contracts.ts";
import { release as releaseRead } from "../../cli/compare/release.ts";
import type { RawDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";

type Rest<F> = F extends (first: never, second: never, ...rest: infer R) => unknown ? R : never;

/** Compares documents as they are written in a test. */
export function compareContracts(released: RawDocument, current: RawDocument, ...rest: Rest<typeof compare>) {
  return compare(readDocument(released), readDocument(current), ...rest);
}

export function release(current: RawDocument, contract: Parameters<typeof releaseRead>[1]) {
  return releaseRead(readDocument(current), contract);
}
