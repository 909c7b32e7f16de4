import type { Kysely } from "kysely";

/** Whether an order has the deleted product of a file, so that the file is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("product_files").addColumn("is_sold", "integer").execute();
}
