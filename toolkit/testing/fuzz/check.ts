import type { Arbitrary } from "fast-check";
import type { CompiledOperation } from "./operation.ts";
import type { Session } from "./session.ts";

/** A property that must hold for every value of an arbitrary. */
export interface Check<T = unknown> {
  /** `addPet: body/age maximum`; identifies the check when a case is replayed. */
  name: string;
  /** The operations that it checks; empty for unknown paths. */
  operations: string[];
  /** Its share of the runs, relative to the other checks. */
  weight: number;
  /** Whether the check fails if no value can be generated. */
  isRequired?: boolean;
  arbitrary: Arbitrary<T>;
  /** Throws a Violation if a response is wrong. */
  run: (value: T, session: Session) => Promise<void>;
}

/** Erases the type of the values, so that different checks fit in one list. */
export function check<T>(parts: Check<T>): Check {
  return parts as unknown as Check;
}

/** A check of one operation. @param what it sends, as in `body/age maximum` */
export function operationCheck<T>(
  { operation: { operationId } }: CompiledOperation,
  what: string,
  parts: Omit<Check<T>, "name" | "operations">,
): Check {
  return check({ name: `${operationId}: ${what}`, operations: [operationId], ...parts });
}

/** Sequences of requests, compared with a model of the server (model-based testing). */
export interface Model {
  name: string;
  operations: string[];
  weight: number;
  /** Every list of commands must be possible, because shrinking drops some. */
  commands: Arbitrary<object[]>;
  /** Throws a Violation with the oracle `model` if the server deviates from the model. */
  run: (commands: object[], session: Session) => Promise<void>;
}
