import type { Violation } from "../../validation/ajv-factories.ts";

/** Arguments that no request can carry. The message is for the caller. */
export class ArgumentError extends Error {
  /** What of the arguments doesn't conform to the tool's schema, if that is the reason. */
  readonly violations: Violation[];

  constructor(message: string, violations: Violation[] = []) {
    super(message);
    this.violations = violations;
  }
}
