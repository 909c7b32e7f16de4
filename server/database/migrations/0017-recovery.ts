import { type Kysely, sql } from "kysely";

/**
 * When an order was placed, apart from when it was recorded. The new column is optional, so that the previous version
 * goes on working beside this one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("orders").addColumn("placed_at", "bigint").execute();
  await sql`create index orders_by_placing on orders (store_id, coalesce(placed_at, created_at))`.execute(db);
}
