import { ApiError } from "@counterpart/server/errors";
import { type Kysely, sql } from "kysely";
import { conflict } from "../../domain/error-codes.ts";
import type { Engine } from "../engines/engine.ts";
import type { Queries } from "../engines/queries.ts";
import { appliedMigrations, migrationStatus, ownTables } from "../migrate.ts";
import { type Tables, tableNames } from "../schema.ts";
import { analyzing } from "./analyzing.ts";
import { page, type Row, rowsPerPage } from "./page.ts";
import { differences, type Side, summarise, type TableShape } from "./table-summary.ts";

export interface CopiedTable {
  table: string;
  rows: number;
  /** The sum of each integer column, as decimal text: the sum of a million timestamps exceeds a number's precision. */
  sums: Record<string, string>;
  /** Texts in which U+FFFD replaced zero characters, because the target can't store them. */
  changedTexts: number;
}

export type Progress = (done: number, total: number) => void;

export interface TransferOptions {
  /** Called occasionally with the number of rows done. */
  progress?: Progress;
}

/**
 * Copies everything into an empty database, all or nothing, after bringing both databases' tables up to date.
 * Before keeping the copy, compares counts, sums of integers, and fingerprints of rows.
 * @throws NOT_FOUND when the source isn't a database of ours, CONFLICT when the target isn't empty
 */
export async function copyDatabase(
  from: Engine,
  to: Engine,
  { progress = () => {} }: TransferOptions = {},
): Promise<CopiedTable[]> {
  await checkVersion("source", from);
  await checkVersion("target", to);
  if ((await appliedMigrations(from.read, from.schema)).length === 0) {
    throw new ApiError("NOT_FOUND", "The source isn't a Counterpart database: it doesn't have the tables.");
  }
  await checkEmpty(to.read, to.schema);
  await from.migrate();
  await to.migrate();
  return from.snapshot((source) =>
    to.writeAtLength(
      async (target) => {
        await checkEmpty(target, to.schema);
        // The migrations created its row.
        await target.deleteFrom("revision").execute();
        const shapes = await readShapes(source, from.schema);
        await copyRows(source, { engine: to, db: target }, shapes, progress);
        return compare({ engine: from, db: source }, { engine: to, db: target }, shapes);
      },
      { onSnapshot: true },
    ),
  );
}

async function checkVersion(side: string, { read, schema }: Engine): Promise<void> {
  const { newer } = await migrationStatus(read, schema);
  if (newer.length === 0) return;
  throw conflict(
    `A newer version has migrated the ${side} (${newer.join(", ")}). Use that version to copy it.`,
  );
}

/** Before the first migration, tables may be missing, which counts as empty. */
async function checkEmpty(target: Kysely<Tables>, schema: string | undefined): Promise<void> {
  const existing = (await ownTables(target, schema)).map(({ name }) => name);
  for (const table of tableNames) {
    if (table === "revision" || !existing.includes(table)) continue;
    const row = await target
      .selectFrom(table)
      .select(sql.lit(1).as("one"))
      .limit(sql.lit(1))
      .executeTakeFirst();
    if (row) {
      throw conflict(
        `The target isn't empty: its table ${table} has rows. Nothing was changed. Use an empty database.`,
      );
    }
  }
}

/** The tables in insertion order, each with the columns that the database has. */
async function readShapes(db: Queries, schema: string | undefined): Promise<TableShape[]> {
  const found = await ownTables(db, schema);
  return tableNames.map((name) => ({
    name,
    columns: (found.find((table) => table.name === name)?.columns ?? []).map((column) => ({
      name: column.name,
      isInteger: /int/i.test(column.dataType),
    })),
  }));
}

async function copyRows(
  source: Queries,
  target: Side,
  shapes: TableShape[],
  progress: Progress,
): Promise<void> {
  let total = 0;
  for (const { name } of shapes) total += await countRows(source, name);
  let done = 0;
  for (const { name } of shapes) {
    const analyze = analyzing(target.engine, target.db, name);
    let last: Row | undefined;
    do {
      const rows = await page(source, name, last).execute();
      if (rows.length > 0)
        await target.db.withTables<Record<string, Row>>().insertInto(name).values(rows).execute();
      await analyze(rows.length);
      done += rows.length;
      progress(done, total);
      last = rows[rowsPerPage - 1];
    } while (last);
  }
}

async function countRows(db: Queries, table: keyof Tables): Promise<number> {
  const { n } = await db.selectFrom(table).select(sql<number>`count(*)`.as("n")).executeTakeFirstOrThrow();
  return n;
}

async function compare(source: Side, target: Side, shapes: TableShape[]): Promise<CopiedTable[]> {
  const copied: CopiedTable[] = [];
  for (const shape of shapes) {
    // Starts with the target: a remote one works while an embedded source blocks this process.
    const [copy, original] = await Promise.all([summarise(target, shape), summarise(source, shape)]);
    const different = await differences([source, target], [original, copy], shape);
    if (different.length > 0) {
      throw new ApiError(
        "INTERNAL_ERROR",
        `The copy was rolled back, because in ${shape.name} ${different.join(", and ")}.`,
      );
    }
    copied.push({
      table: shape.name,
      rows: copy.rows,
      sums: Object.fromEntries([...copy.sums].map(([column, sum]) => [column, String(sum)])),
      changedTexts: original.zeroCharacters - copy.zeroCharacters,
    });
  }
  return copied;
}
