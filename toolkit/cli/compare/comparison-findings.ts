import type { Finding, Severity } from "@counterpart/server/findings";
import type { ListedChange } from "./accepted/accepted-breaks.ts";
import type { Comparison } from "./compare-contracts.ts";
import type { DocumentComparison } from "./compare-documents.ts";
import type { FirstComparison } from "./released.ts";

/** The changes as findings: those that fail are errors. */
export function comparisonFindings(comparison: Comparison | FirstComparison | DocumentComparison): Finding[] {
  const faults = sentences("faults" in comparison ? comparison.faults : [], "error", "version");
  if (comparison.released === null) return faults;
  const isAllowed = "preliminary" in comparison && comparison.preliminary;
  return [
    ...changes(comparison.breaking, isAllowed ? "warning" : "error"),
    ...faults,
    ...changes(comparison.warnings, "warning"),
    ...changes([...comparison.accepted, ...comparison.allowed], "info"),
    ...sentences("advice" in comparison ? comparison.advice : [], "info", "version"),
  ];
}

function changes(list: ListedChange[], severity: Severity): Finding[] {
  return list.map(({ rule, place, message, pointer, file, line }) => ({
    severity,
    rule,
    place,
    message,
    ...(pointer !== undefined && { pointer }),
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
  }));
}

function sentences(list: string[], severity: Severity, rule: string): Finding[] {
  return list.map((message) => ({ severity, rule, message }));
}
