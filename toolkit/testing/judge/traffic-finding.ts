import type { DocumentOperation } from "@counterpart/server/document";
import type { Finding, Severity } from "@counterpart/server/findings";
import type { RuleName } from "./rules.ts";
import { templateOf } from "./template-of.ts";

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

/** Where something is wrong. The status is undefined for a request that wasn't forwarded. */
interface Place {
  method: string;
  pathname: string;
  operation: DocumentOperation | undefined;
  status?: number | undefined;
  /** The part of the exchange, such as `body/name`. */
  part?: string | undefined;
}

/** @returns a finding with its place in words */
export function findingAt<Rule extends string>(
  { method, pathname, operation, status, part }: Place,
  { severity, rule, message }: { severity: Severity; rule: Rule; message: string },
) {
  const address = `${method} ${operation?.path ?? templateOf(pathname)}`;
  const answered = status === undefined ? address : `${address} → ${status}`;
  const place = part === undefined ? answered : `${answered}, ${part}`;
  const { operationId } = operation ?? {};
  return { severity, rule, place, message, operationId, status, kind: `${rule}: ${place}` };
}
