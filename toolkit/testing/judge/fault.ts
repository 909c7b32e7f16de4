import type { Severity } from "@counterpart/server/findings";

/** What a rule found in an exchange. */
export interface Fault {
  /** The part of the exchange, without values, such as `body/items/0/id`, `header ETag` or `query limit`. */
  place?: string;
  message: string;
  /** Default: that of the rule. */
  severity?: Severity;
}
