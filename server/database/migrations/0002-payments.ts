import { sql } from "kysely";
import { change, index, type OldTables, type Step } from "./steps.ts";

/** Orders, the provider's events, its accounts, and where a store's members are looked up. */
export const steps: Step[] = [
  change(extendStores),
  index({ name: "stores_of_account", table: "stores", definition: sql`(stripe_account)` }),
  change(extendCheckoutSessions),
  index({
    name: "checkout_sessions_unsettled",
    table: "checkout_sessions",
    definition: sql`(payment_status, status, checked_at)`,
  }),
  change(extendSubscriptions),
  change(createTables),
];

async function extendStores(db: OldTables): Promise<void> {
  for (const column of [
    "stripe_account",
    "introspection_url",
    "introspection_client_id",
    "introspection_client_secret",
  ]) {
    await db.schema.alterTable("stores").addColumn(column, "text").execute();
  }
}

async function extendCheckoutSessions(db: OldTables): Promise<void> {
  await db.schema.alterTable("checkout_sessions").addColumn("account", "text").execute();
  await db.schema.alterTable("checkout_sessions").addColumn("checked_at", "bigint").execute();
}

async function extendSubscriptions(db: OldTables): Promise<void> {
  await db.schema.alterTable("subscriptions").addColumn("account", "text").execute();
  await db.schema
    .alterTable("subscriptions")
    .addColumn("asked_at", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
}

async function createTables(db: OldTables): Promise<void> {
  await db.schema
    .createTable("orders")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("store_id", "text", (c) => c.notNull())
    .addColumn("checkout_session_id", "text", (c) => c.notNull().unique())
    .addColumn("account", "text")
    .addColumn("payment_id", "text")
    .addColumn("lines", "text", (c) => c.notNull())
    .addColumn("total", "bigint", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("member_id", "text")
    .addColumn("customer_email", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("orders_of_store").on("orders").columns(["store_id", "created_at"]).execute();

  await db.schema
    .createTable("refunds")
    .addColumn("payment_id", "text", (c) => c.primaryKey())
    .addColumn("refunded", "bigint", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("provider_events")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("received_at", "bigint", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("portal_configurations")
    .addColumn("account", "text", (c) => c.primaryKey())
    .addColumn("configuration_id", "text", (c) => c.notNull())
    .execute();
}
