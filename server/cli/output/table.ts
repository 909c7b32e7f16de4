import { escapeControls } from "./escape-controls.ts";

type Cell = string | number | null | undefined;

/** Aligned rows under a heading. */
export function table(heading: string[], rows: Cell[][]): string {
  const cells = rows.map((row) => row.map((cell) => printable(String(cell ?? ""))));
  const lines = [heading.map((word) => word.toUpperCase()), ...cells];
  const widths = heading.map((_, at) => Math.max(...lines.map((line) => width(line[at] ?? ""))));
  return lines
    .map((line) => line.map((cell, at) => cell + " ".repeat((widths[at] ?? 0) - width(cell))).join("  "))
    .map((line) => line.trimEnd())
    .join("\n");
}

/** A table, or a sentence that there is nothing to list. */
export function listing(heading: string[], rows: Cell[][], none: string): string {
  return rows.length > 0 ? table(heading, rows) : none;
}

/** Aligned fields and values. */
export function fieldList(fields: Record<string, Cell>): string {
  const widest = Math.max(...Object.keys(fields).map(width));
  return Object.entries(fields)
    .map(([name, value]) => `${name.padEnd(widest)}  ${printable(String(value ?? ""))}`.trimEnd())
    .join("\n");
}

export function yesNo(isSo: boolean): string {
  return isSo ? "yes" : "no";
}

/** One cell on one line. Escaped here rather than by the terminal, to keep columns aligned. */
export function printable(text: string): string {
  return escapeControls(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "));
}

function width(text: string): number {
  return [...text].length;
}
