import { readFile } from "node:fs/promises";
import { SqliteAdapter, sql } from "kysely";
import { createOrderStates } from "./baseline/order-states.ts";
import type { OldTables } from "./steps.ts";

/** All tables, as the migrations from 0001 to 0061 left them (docs/decisions/0213-baseline.md). */
export async function up(db: OldTables): Promise<void> {
  const engine = db.getExecutor().adapter instanceof SqliteAdapter ? "sqlite" : "postgres";
  for (const file of ["tables.sql", `${engine}.sql`]) {
    const text = await readFile(new URL(`./baseline/${file}`, import.meta.url), "utf8");
    for (const statement of statementsOf(text)) await sql.raw(statement).execute(db);
  }
  await createOrderStates(db, engine);
}

/** Each begins at the start of a line; those within a trigger are indented. */
function statementsOf(text: string): string[] {
  return text.split(/;\n+(?=create |insert |$)/).filter(Boolean);
}
