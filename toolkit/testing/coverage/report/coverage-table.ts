import { groups } from "../contract-item.ts";
import { nothingImplemented } from "./coverage-page.ts";
import { type CoverageReport, type OwnerReport, percent, type Tally } from "./coverage-report.ts";

/**
 * The report for a terminal.
 * @param isRequired whether a report that hasn't passed is a failure; otherwise only its figures are shown
 */
export function coverageTable(report: CoverageReport, { isRequired = true } = {}): string {
  const fraction = (tally: Tally) => fractionOf(tally, isRequired ? " ✗" : "  ");
  const rows = report.owners.map(({ method, path, tallies }) => [
    `${method.padEnd(6)} ${path}`,
    ...groups.map((group) => fraction(tallies[group])),
  ]);
  const table = columns([
    ["", ...groups],
    ...rows,
    ["total", ...groups.map((group) => fraction(report.tallies[group]))],
  ]);
  const { seen, total } = report.total;
  const waived = report.waived > 0 ? `, ${report.waived} waived` : "";
  return [
    ...(report.isUnimplemented ? [`${nothingImplemented}.`] : []),
    `Contract coverage: ${seen} of ${total}, ${percent(report.total)} %${waived}. Counted from ${report.exchanges} exchanges.`,
    "",
    ...table,
    ...(isRequired ? report.owners.flatMap((owner) => missingLines(owner)) : []),
    ...(report.faults.length > 0 ? ["", ...report.faults.map((fault) => `✗ ${fault}`)] : []),
  ].join("\n");
}

function fractionOf({ seen, total }: Tally, mark: string): string {
  if (total === 0) return "–";
  return `${seen}/${total}${seen < total ? mark : "  "}`;
}

function columns(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, index) =>
        index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.trimEnd().padStart(widths[index] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
}

/** An operation's missing items, without the headers and codes of a response that isn't covered at all. */
function missingLines({ owner, items }: OwnerReport): string[] {
  const missing = items.filter(({ count, waived }) => count === 0 && waived === undefined);
  const absent = new Set(missing.filter(({ group }) => group === "answers").map(({ status }) => status));
  const listed = missing.filter(({ group, status }) => group === "answers" || !absent.has(status));
  if (listed.length === 0) return [];
  return ["", `Not covered in ${owner}:`, ...listed.map(({ id }) => `  ${id}`)];
}
