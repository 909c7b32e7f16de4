import { type Kysely, sql } from "kysely";

/** Until when a dispute has to be answered, and lists of subscriptions and of products that aren't for sale. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("disputes").addColumn("due_at", "bigint").execute();
  await db.schema
    .createIndex("subscriptions_of_store")
    .on("subscriptions")
    .columns(["store_id", "id"])
    .execute();
  // Of those alone: by an index of all products, SQLite would look for the ones for sale too, and read the others.
  for (const filters of [[], ["category"]]) {
    await db.schema
      .createIndex(["products_not_for_sale", ...filters].join("_by_"))
      .on("products")
      .columns(["store_id", ...filters, "position", "id"])
      .where(sql`is_active`, "=", sql.lit(0))
      .execute();
  }
}
