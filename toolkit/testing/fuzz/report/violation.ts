/** The rule that an answer violates. */
export type Oracle =
  | "no request"
  | "no answer"
  | "server error"
  | "undocumented status"
  | "media type"
  | "header"
  | "body"
  | "valid request refused"
  | "invalid request accepted"
  | "no authentication"
  | "foreign data"
  | "method"
  | "unknown path"
  | "condition"
  | "model";

/** A wrong answer. */
export class Violation extends Error {
  readonly oracle: Oracle;

  constructor(oracle: Oracle, message: string) {
    super(message);
    this.oracle = oracle;
  }
}
