import { sql } from "kysely";
import { change, index, type Step } from "./steps.ts";

/** How many of a product there are, and how many of them are in open checkout sessions. */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema
      .createTable("product_stock")
      .addColumn("product_id", "text", (c) => c.primaryKey())
      .addColumn("store_id", "text", (c) => c.notNull())
      .addColumn("quantity", "integer", (c) => c.notNull())
      .addColumn("reserved", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex("product_stock_of_store")
      .on("product_stock")
      .columns(["store_id", "quantity"])
      .execute();
  }),
  change((db) => db.schema.alterTable("checkout_sessions").addColumn("stock_lines", "text").execute()),
  change((db) => db.schema.alterTable("checkout_sessions").addColumn("stock_state", "text").execute()),
  index({
    name: "sessions_stock_due",
    table: "checkout_sessions",
    definition: sql`(id) where (stock_state = 'reserved' and status <> 'open') or (stock_state = 'sold' and payment_outcome = 'failed')`,
  }),
];
