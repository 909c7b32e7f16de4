/** What was found out about an answer. */
export type Oracle =
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
  | "model";

/** An answer that should not have been. */
export class Finding extends Error {
  readonly oracle: Oracle;

  constructor(oracle: Oracle, message: string) {
    super(message);
    this.oracle = oracle;
  }
}
