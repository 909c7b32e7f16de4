import { type RawBuilder, sql } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Queries } from "../engines/queries.ts";
import type { Tables } from "../schema.ts";
import { endOfPage, page, type Row } from "./page.ts";

/** A table with its columns, in the same order on both sides of a comparison. */
export interface TableShape {
  name: keyof Tables;
  columns: { name: string; isInteger: boolean }[];
}

/** Totals of a table. Tables with the same rows have the same totals on any engine. */
export interface TableSummary {
  rows: number;
  /** Per integer column. */
  sums: Map<string, bigint>;
  /** Sum over all rows, independent of their order. */
  fingerprint: bigint;
  /** Texts that contain a zero character. */
  zeroCharacters: number;
}

/** One side of a comparison. */
export interface Side {
  engine: Engine;
  db: Queries;
}

/** Works page by page: this process computes SQLite's fingerprints, and memory is freed only after each statement. */
export async function summarise({ engine, db }: Side, { name, columns }: TableShape): Promise<TableSummary> {
  const names = columns.map((column) => column.name);
  const integers = columns.filter(({ isInteger }) => isInteger).map((column) => column.name);
  const totals = sql.join([
    sql`cast(count(*) as text) as "rows"`,
    totalOf(engine.fingerprint(names), "fingerprint"),
    totalOf(engine.zeroCharacters(names), "zero characters"),
    ...integers.map((column) => totalOf(sql.ref(column), `sum ${column}`)),
  ]);
  const summary = new Map<string, bigint>();
  let last: Row | undefined;
  do {
    const { rows } = await sql<
      Record<string, string>
    >`select ${totals} from (${page(db, name, last)}) as page`.execute(db);
    for (const [total, digits] of Object.entries(rows[0] ?? {})) {
      summary.set(total, (summary.get(total) ?? 0n) + BigInt(digits));
    }
    last = await endOfPage(db, name, last);
  } while (last);
  const read = (total: string) => summary.get(total) ?? 0n;
  return {
    rows: Number(read("rows")),
    sums: new Map(integers.map((column) => [column, read(`sum ${column}`)])),
    fingerprint: read("fingerprint"),
    zeroCharacters: Number(read("zero characters")),
  };
}

function totalOf(number: RawBuilder<unknown>, alias: string): RawBuilder<unknown> {
  return sql`cast(coalesce(sum(${number}), 0) as text) as ${sql.id(alias)}`;
}

/** The differences between both sides of a table, one clause each; empty when they are the same. */
export async function differences(
  [source, target]: [Side, Side],
  [original, copy]: [TableSummary, TableSummary],
  shape: TableShape,
): Promise<string[]> {
  if (original.rows !== copy.rows) return [`the number of rows, ${original.rows}, became ${copy.rows}`];
  const sums = [...original.sums].flatMap(([column, sum]) =>
    sum === copy.sums.get(column) ? [] : [`the sum of ${column}, ${sum}, became ${copy.sums.get(column)}`],
  );
  if (sums.length > 0 || original.fingerprint === copy.fingerprint) return sums;
  const changed: string[] = [];
  for (const column of shape.columns) {
    const alone = { name: shape.name, columns: [column] };
    const [before, after] = [await summarise(source, alone), await summarise(target, alone)];
    if (before.fingerprint !== after.fingerprint) changed.push(`${column.name} differs`);
  }
  return changed.length > 0 ? changed : ["values moved between rows"];
}
