import { availableParallelism } from "node:os";
import type { Growth } from "./growth.ts";
import { savePart } from "./measured-part.ts";
import { markdownTable } from "./request-costs.ts";

/** Writes the times of all queries to docs/scaling.md. */
export function saveGrowth(measured: Growth[]): void {
  savePart("scaling", "growth", growthPart(measured));
}

function growthPart(measured: Growth[]): string {
  const columns = measured.flatMap(({ engine, sizes, times }) =>
    sizes.map(({ rows }, n) => ({ engine, rows, of: (name: string) => times[name]?.[n] ?? 0 })),
  );
  const names = Object.keys(measured[0]?.times ?? {});
  const rows = names.map((name) => [name, ...columns.map(({ of }) => milliseconds(of(name)))]);
  const heading = ["ms", ...columns.map(({ engine, rows }) => `${engine}, ${rows.toLocaleString("en")}`)];
  const when = `Measured on ${new Date().toISOString().slice(0, 10)}, with ${availableParallelism()} cores:`;
  return `${when}\n\n${markdownTable(heading, rows)}`;
}

function milliseconds(value: number): string {
  return value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString("en");
}
