import { sql } from "kysely";
import { change, index, type Step } from "./steps.ts";

/**
 * When subscriptions were created and recorded, their lists, and the subscription of an order. Members' duplicate
 * subscriptions, and whether a store allows them; existing stores do, as before.
 */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema.alterTable("subscriptions").addColumn("created_at", "bigint").execute();
    await db.schema
      .alterTable("subscriptions")
      .addColumn("recorded_at", "bigint", (c) => c.notNull().defaultTo(0))
      .execute();
  }),
  index({
    name: "subscriptions_by_record",
    table: "subscriptions",
    definition: sql`(store_id, recorded_at, id)`,
  }),
  index({
    name: "subscriptions_of_session",
    table: "subscriptions",
    definition: sql`(checkout_session_id) where checkout_session_id is not null`,
  }),
  change(async (db) => {
    await db.schema
      .alterTable("stores")
      .addColumn("allows_repeat_subscriptions", "integer", (c) => c.notNull().defaultTo(1))
      .execute();
  }),
  change(async (db) => {
    await db.schema
      .createTable("duplicate_subscriptions")
      .addColumn("subscription_id", "text", (c) => c.primaryKey())
      .addColumn("store_id", "text", (c) => c.notNull().references("stores.id"))
      .addColumn("kept_subscription_id", "text", (c) => c.notNull())
      .addColumn("checkout_session_id", "text", (c) => c.notNull())
      .addColumn("account", "text")
      .addColumn("found_at", "bigint", (c) => c.notNull())
      .addColumn("cancelled_at", "bigint")
      .addColumn("settled_at", "bigint")
      .addColumn("due_at", "bigint")
      .addColumn("attempts", "bigint", (c) => c.notNull())
      .addColumn("problem", "text")
      .execute();
    await db.schema
      .createIndex("duplicate_subscriptions_of_store")
      .on("duplicate_subscriptions")
      .columns(["store_id", "found_at"])
      .execute();
    await db.schema
      .createIndex("duplicate_subscriptions_of_session")
      .on("duplicate_subscriptions")
      .column("checkout_session_id")
      .execute();
    await sql`create index duplicate_subscriptions_due on duplicate_subscriptions (due_at) where due_at is not null`.execute(
      db,
    );
  }),
  index({
    name: "checkout_sessions_of_member",
    table: "checkout_sessions",
    definition: sql`(store_id, member_id) where status = 'open' and member_id is not null`,
  }),
];
