import { sql } from "kysely";
import { openEngine } from "../../../server/database/database.ts";
import type { Queries } from "../../../server/database/engines/queries.ts";
import { tableNames } from "../../../server/database/schema.ts";

/**
 * What the next version may do to the tables while this one keeps using them; see "Migrations" in CONTRIBUTING.md.
 */
export async function migrateToNextVersion(url: string): Promise<void> {
  const engine = await openEngine(url);
  await engine.write(async (db) => {
    for (const name of tableNames) await expand(db, name);
    await db.schema
      .createTable("invented")
      .addColumn("id", "text", (column) => column.primaryKey())
      .execute();
    await sql`insert into kysely_migration values ('9999-next', '2099-01-01T00:00:00.000Z')`.execute(db);
  });
  await engine.close();
}

async function expand(db: Queries, table: string): Promise<void> {
  await db.schema.alterTable(table).addColumn("added", "text").execute();
  await db.schema
    .alterTable(table)
    .addColumn("counted", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex(`${table}_added`).on(table).column("added").execute();
}
