import { ApiError } from "@counterpart/server/errors";

/** What is wrong in a file, and on which line, counted from 1. */
export interface Fault {
  line: number;
  message: string;
}

/** A file that can't be imported. Nothing in it has been. */
export class FaultyFile extends ApiError {
  readonly faults: Fault[];
  /** Of all faults, of which `faults` has the first. */
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

/** Further faults are only counted: a file of 2 MiB can have a million, which take hundreds of MiB. */
const maxFaults = 100;

/** Collects the first faults of a file, and counts all. */
export function createFaultList() {
  const faults: Fault[] = [];
  let faultCount = 0;
  return {
    note(line: number, message: string): void {
      faultCount++;
      if (faults.length < maxFaults) faults.push({ line, message });
    },
    /** By line. */
    read: () => ({ faults: faults.toSorted((a, b) => a.line - b.line), faultCount }),
  };
}

export type FaultList = ReturnType<typeof createFaultList>;
