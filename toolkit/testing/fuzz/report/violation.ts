import type { RuleName } from "../../judge/rules.ts";

/** The rule that a response violates: the fuzzer's own, or one that it shares with the proxy. */
export type Oracle =
  | RuleName
  | "no request"
  | "no response"
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
  /** The same for violations that differ only in values. */
  readonly kind: string | undefined;

  constructor(oracle: Oracle, message: string, kind?: string) {
    super(message);
    this.oracle = oracle;
    this.kind = kind;
  }
}
