import { change, type Step } from "./steps.ts";

/** What stores charge for shipping, and what each checkout session offered. */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema
      .createTable("shipping_rates")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("store_id", "text", (c) => c.notNull().references("stores.id"))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("price_in_cents", "bigint", (c) => c.notNull())
      .addColumn("min_days", "integer")
      .addColumn("max_days", "integer")
      .addColumn("free_from_in_cents", "bigint")
      .addColumn("countries", "text")
      .addColumn("is_active", "integer", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex("shipping_rates_of_store")
      .on("shipping_rates")
      .columns(["store_id", "created_at"])
      .execute();
  }),
  change((db) => db.schema.alterTable("checkout_sessions").addColumn("offers", "text").execute()),
];
