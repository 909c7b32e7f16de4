import type { Finding } from "@counterpart/server/document/findings/finding";
import type { RuleName } from "./rules.ts";

/**
 * What is wrong with an exchange. Advice about the document and hints have the severity `info`, everything
 * else is an `error`.
 */
export interface TrafficFinding extends Finding {
  rule: RuleName;
  /** Undefined if no operation matches. */
  operationId: string | undefined;
  /** Undefined for a request that wasn't forwarded. */
  status: number | undefined;
  /** The same for all findings that differ only in values, for counting and accepting them. */
  kind: string;
}
