import type { Arbitrary } from "fast-check";
import type { Session } from "./session.ts";

/** Something that must hold for every value of an arbitrary. */
export interface Check<T = unknown> {
  /** `addCartLine: body/quantity maximum`; it finds the check again when a case is replayed. */
  name: string;
  /** The operations that it is about; empty for the addresses that have none. */
  operations: string[];
  /** How many runs it gets in comparison with the others. */
  weight: number;
  arbitrary: Arbitrary<T>;
  /** Throws a Finding when an answer isn't as it should be. */
  run: (value: T, session: Session) => Promise<void>;
}

/** Hides the type of the values, so that checks of all kinds can stand in a list. */
export function check<T>(parts: Check<T>): Check {
  return parts as unknown as Check;
}

/** A story of several requests, told against a model of what the server should do. */
export interface Model {
  name: string;
  operations: string[];
  weight: number;
  /** Any list of commands makes sense, so that each can be left out when a story shrinks. */
  commands: Arbitrary<object[]>;
  /** Throws a Finding with the oracle `model` when the server does something else than the model. */
  run: (commands: object[], session: Session) => Promise<void>;
}
