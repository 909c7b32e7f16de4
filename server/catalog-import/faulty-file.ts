import { ApiError } from "@counterpart/toolkit/errors";

/** What is wrong in a file, and in which of its lines; the first line is 1. */
export interface Fault {
  line: number;
  message: string;
}

/** A file that can't be imported. Nothing of it was. */
export class FaultyFile extends ApiError {
  readonly faults: Fault[];

  constructor(message: string, faults: Fault[] = []) {
    super("VALIDATION_ERROR", message);
    this.name = "FaultyFile";
    this.faults = faults;
  }
}
