import type { FindingKind } from "./finding-list.ts";
import { hasPassed, type Result } from "./traffic-text.ts";

/** A line of `--json` for a new kind of finding. */
export function kindJson(kind: FindingKind): object {
  return { type: "finding", ...fieldsOf(kind) };
}

/** The last line of `--json`. */
export function summaryJson(result: Result): object {
  const { exchanges, open, accepted, advice, remarks, others } = result;
  return {
    type: "summary",
    passed: hasPassed(result),
    requests: exchanges,
    findings: open.map(fieldsOf),
    accepted: accepted.map((one) => ({ ...fieldsOf(one), reason: one.reason, until: one.until })),
    notes: advice.map(fieldsOf),
    others,
    remarks,
  };
}

function fieldsOf({ finding, count, sample }: FindingKind): object {
  const { severity, rule, place, operationId, status, message } = finding;
  return {
    severity,
    rule,
    place,
    operationId: operationId ?? null,
    status: status ?? null,
    message,
    count,
    sample,
  };
}
