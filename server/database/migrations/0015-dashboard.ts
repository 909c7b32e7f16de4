import { type Kysely, sql } from "kysely";

/** Until when a dispute has to be answered, and lists of subscriptions and of products that aren't for sale. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("disputes").addColumn("due_at", "bigint").execute();
  await db.schema
    .createIndex("subscriptions_of_store")
    .on("subscriptions")
    .columns(["store_id", "id"])
    .execute();
  await db.schema
    .createIndex("products_by_category")
    .on("products")
    .columns(["store_id", "category", "position", "id"])
    .execute();
  await db.schema
    .createIndex("products_not_for_sale")
    .on("products")
    .columns(["store_id", "position", "id"])
    .where(sql`is_active`, "=", sql.lit(0))
    .execute();
}
