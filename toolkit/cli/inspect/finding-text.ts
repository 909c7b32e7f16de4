import { describeLocation, type Finding, type Severity } from "@counterpart/server/findings";

/** Worst first. */
const severities: Severity[] = ["error", "warning", "info"];

/** Formats findings as lines. Repeated ones share a line, which names the first place. */
export function findingLines(findings: Finding[]): string[] {
  return groupFindings(findings).map(({ first: { severity, message, ...location }, count }) => {
    const more = count > 1 ? ` (and ${count - 1} more ${count === 2 ? "place" : "places"})` : "";
    return `${severity}: ${describeLocation(location)}: ${message}${more}`;
  });
}

export interface FindingGroup {
  first: Finding;
  /** The number of places. */
  count: number;
}

/** Groups findings with the same severity and message, worst first. */
export function groupFindings(findings: Finding[]): FindingGroup[] {
  const sorted = findings.toSorted(
    (one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity),
  );
  const groups = Map.groupBy(sorted, ({ severity, message }) => `${severity} ${message}`);
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ first, count: group.length })),
  );
}
