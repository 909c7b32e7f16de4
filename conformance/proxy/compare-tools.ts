import { markdownTable } from "../markdown-table.ts";
import { faults } from "./faults.ts";
import type { ToolResult } from "./run-tool.ts";

/** A row per group of faults and a column per tool, in Markdown. */
export function toolTable(results: Map<string, ToolResult>): string {
  const groups = [...new Set(faults.map(({ group }) => group))];
  const columns = [...results.values()];
  const countIn = (names: string[]) =>
    columns.map(({ found }) => names.filter((name) => found.has(name)).length);
  const rows = groups.map((group) => {
    const names = faults.filter((fault) => fault.group === group).map(({ name }) => name);
    return [group, names.length, ...countIn(names)];
  });
  const all = faults.map(({ name }) => name);
  rows.push(["**all**", all.length, ...countIn(all)]);
  rows.push(["reported of the correct server", "", ...columns.map(({ alarms }) => alarms.length)]);
  const head = ["faults", "number", ...results.keys()];
  return markdownTable(head, rows);
}
