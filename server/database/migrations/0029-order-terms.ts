import { SqliteAdapter, sql } from "kysely";
import { change, index, type OldTables, type Step } from "./steps.ts";

/** By which terms an order is found, and orders by e-mail address. The sweeper records the terms of the orders that there are. */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema
      .createTable("order_terms")
      .addColumn("order_id", "text", (c) => c.notNull())
      .addColumn("store_id", "text", (c) => c.notNull())
      .addColumn("term", byteOrder(db), (c) => c.notNull())
      .addPrimaryKeyConstraint("order_terms_key", ["order_id", "term"])
      .execute();
    await db.schema
      .createIndex("order_terms_by_term")
      .on("order_terms")
      .columns(["store_id", "term", "order_id"])
      .execute();
  }),
  change((db) => db.schema.alterTable("orders").addColumn("has_terms", "integer").execute()),
  index({
    name: "orders_without_terms",
    table: "orders",
    definition: sql`(id) where has_terms is null`,
  }),
  index({
    name: "orders_by_email",
    table: "orders",
    definition: sql`(store_id, lower(customer_email), created_at)`,
  }),
];

/** Ranges of terms need the same order on both engines, whatever the server's locale. */
function byteOrder(db: OldTables) {
  return db.getExecutor().adapter instanceof SqliteAdapter ? sql`text` : sql`text collate "C"`;
}
