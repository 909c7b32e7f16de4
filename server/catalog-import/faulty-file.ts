import { ApiError } from "@counterpart/server/errors";

/** A fault in a file, with its line, counted from 1. */
export interface Fault {
  line: number;
  message: string;
}

/** A file that can't be imported. Nothing in it was imported. */
export class FaultyFile extends ApiError {
  readonly faults: Fault[];
  /** The number of all faults; `faults` contains the first ones. */
  readonly faultCount: number;

  constructor(message: string, faults: Fault[] = [], faultCount = faults.length) {
    super("VALIDATION_ERROR", message);
    this.name = "FaultyFile";
    this.faults = faults;
    this.faultCount = faultCount;
  }
}

export function tooManyProducts(max: number): FaultyFile {
  return new FaultyFile(`It has more than ${max} products. Split it.`);
}

/** Further faults are only counted: a file of 2 MiB can have a million, which would take hundreds of MiB. */
const maxFaults = 100;

/** Collects a file's first faults and counts all of them. */
export function createFaultList() {
  const faults: Fault[] = [];
  let faultCount = 0;
  return {
    note(line: number, message: string): void {
      faultCount++;
      if (faults.length < maxFaults) faults.push({ line, message });
    },
    /** Sorted by line. */
    read: () => ({ faults: faults.toSorted((a, b) => a.line - b.line), faultCount }),
  };
}
