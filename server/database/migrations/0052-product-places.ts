import { sql } from "kysely";
import { change, index, type Step } from "./steps.ts";

/** Where deleted products were in the list, for pages that begin after them, and products by slug and SKU. */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema
      .createTable("deleted_products")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("store_id", "text", (c) => c.notNull())
      .addColumn("position", "bigint", (c) => c.notNull())
      .addColumn("deleted_at", "bigint", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("deleted_products_age").on("deleted_products").column("deleted_at").execute();
  }),
  index({
    name: "products_of_sku",
    table: "products",
    definition: sql`(store_id, sku) where sku is not null`,
  }),
  // PostgreSQL limits an entry to about 2,700 bytes, and slugs may be longer.
  index({
    name: "products_of_slug",
    table: "products",
    definition: sql`(store_id, substr(slug, 1, 200)) where slug is not null`,
  }),
];
