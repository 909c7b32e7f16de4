import { writeFile } from "node:fs/promises";
import type { Finding } from "@counterpart/server/findings";
import { counted } from "@counterpart/testing/exchanges";
import { type ListedFinding, type TrafficReport, trafficPage } from "@counterpart/testing/proxy";
import type { Weighed } from "./accepted-findings.ts";
import type { FindingKind } from "./finding-list.ts";

const marks = { error: "✗", warning: "!", info: "·" } as const;

/** A finding as it is printed when it first occurs: one line, and the command that sends the request again. */
export function kindText({ finding, sample }: FindingKind): string {
  const { severity, rule, message } = finding;
  return `${marks[severity]} ${rule}: ${placeText(finding)}: ${message.replaceAll(/\s*\n\s*/g, "; ")}\n    ${sample}`;
}

function placeText({ place = "", operationId }: FindingKind["finding"]): string {
  return operationId === undefined ? place : `${operationId}, ${place}`;
}

export interface Result extends Weighed {
  exchanges: number;
  /** Findings of further kinds, which aren't listed. */
  others: number;
  maxFindings: number;
}

export function hasPassed({ open, others, maxFindings }: Result): boolean {
  return open.length + others <= maxFindings;
}

/** The summary at the end, most frequent findings first. */
export function summaryText(result: Result): string {
  const { exchanges, open, accepted, advice, remarks, others, maxFindings } = result;
  const found =
    open.length === 0 && others === 0
      ? "nothing found"
      : `${counted(open.length, "kind")} of finding${open.length === 1 ? "" : "s"}`;
  const allowed = maxFindings > 0 && open.length > 0 ? `, of which ${maxFindings} are allowed` : "";
  const lines = [
    "",
    `${counted(exchanges, "request")}: ${found}${allowed}.`,
    ...byCount(open).map(countedLine),
    ...(others > 0 ? [`  ${counted(others, "finding")} of further kinds.`] : []),
    ...section("Accepted:", accepted, (one) => `${countedLine(one)} (until ${one.until}: ${one.reason})`),
    ...section("Notes:", advice, countedLine),
    ...remarks,
  ];
  return lines.join("\n");
}

function section<Kind extends FindingKind>(
  title: string,
  kinds: Kind[],
  line: (kind: Kind) => string,
): string[] {
  return kinds.length === 0 ? [] : [title, ...byCount(kinds).map(line)];
}

function byCount<Kind extends FindingKind>(kinds: Kind[]): Kind[] {
  return kinds.toSorted((one, other) => other.count - one.count);
}

function countedLine({ finding, count }: FindingKind): string {
  return `${String(count).padStart(6)} × ${finding.rule}: ${placeText(finding)}`;
}

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

/** The kinds of findings, each with the number of its findings. */
export function kindFindings({ open, accepted, advice, others }: Result): Finding[] {
  const listed = ({ finding, count }: FindingKind, severity = finding.severity): Finding => ({
    severity,
    rule: finding.rule,
    message: count === 1 ? finding.message : `${finding.message} (${count} times)`,
    place: placeText(finding),
  });
  const further: Finding[] =
    others > 0
      ? [{ severity: "error", rule: "further-kinds", message: `${others} findings of further kinds.` }]
      : [];
  return [
    ...open.map((kind) => listed(kind)),
    ...further,
    ...[...accepted, ...advice].map((kind) => listed(kind, "info")),
  ];
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

/** Writes the report of a run as an HTML page. */
export async function writeTrafficPage(
  file: string,
  result: Result,
  parts: Pick<TrafficReport, "document" | "server" | "traffic">,
): Promise<void> {
  const { open, accepted, advice, others, remarks } = result;
  const findings: ListedFinding[] = [
    ...open,
    ...accepted.map((one) => ({ ...one, accepted: `until ${one.until}: ${one.reason}` })),
    ...advice,
  ];
  const further = others > 0 ? [`${others} findings of further kinds aren't listed.`] : [];
  const page = trafficPage({
    ...parts,
    findings,
    passed: hasPassed(result),
    remarks: [...further, ...remarks],
  });
  await writeFile(file, page);
}
