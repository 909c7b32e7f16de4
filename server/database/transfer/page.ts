import { type RawBuilder, sql } from "kysely";
import type { Queries } from "../engines/queries.ts";
import { primaryKeys, type Tables } from "../schema.ts";

export type Row = Record<string, unknown>;

/**
 * Rows per page, inserted by one statement. SQLite allows 32,766 parameters per statement, and can sum this
 * many numbers below 2^53.
 */
export const rowsPerPage = 500;

/** The next rows of a table in primary key order, after the last row of the previous page. */
export function page(db: Queries, table: keyof Tables, last: Row | undefined) {
  const key = primaryKeys[table] as string[];
  let rows = db
    .withTables<Record<string, Row>>()
    .selectFrom(table as string)
    .selectAll()
    .limit(sql.lit(rowsPerPage));
  for (const column of key) rows = rows.orderBy(column);
  if (last === undefined) return rows;
  return rows.where(sql<boolean>`(${keyOf(table)}) > (${sql.join(key.map((name) => last[name]))})`);
}

/** The key of the page's last row; undefined when it is the last page. */
export async function endOfPage(
  db: Queries,
  table: keyof Tables,
  last: Row | undefined,
): Promise<Row | undefined> {
  const key = keyOf(table);
  const { rows } =
    await sql<Row>`select ${key} from (${page(db, table, last)}) as page order by ${key} limit 1 offset ${sql.lit(rowsPerPage - 1)}`.execute(
      db,
    );
  return rows[0];
}

function keyOf(table: keyof Tables): RawBuilder<unknown> {
  return sql.join(primaryKeys[table].map((name) => sql.ref(name)));
}
