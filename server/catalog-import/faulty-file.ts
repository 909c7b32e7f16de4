import { ApiError } from "@counterpart/toolkit/errors";

/** What is wrong in a file, and on which line, counted from 1. */
export interface Fault {
  line: number;
  message: string;
}

/** A file that can't be imported. Nothing in it has been. */
export class FaultyFile extends ApiError {
  readonly faults: Fault[];

  constructor(message: string, faults: Fault[] = []) {
    super("VALIDATION_ERROR", message);
    this.name = "FaultyFile";
    this.faults = faults;
  }
}
