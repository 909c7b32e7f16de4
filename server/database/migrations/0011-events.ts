import { sql } from "kysely";
import { change, type OldTables, type Step } from "./steps.ts";

/**
 * The outbox: endpoints, events and deliveries. Subscriptions refer to their
 * checkout. New columns are optional, so that the previous version keeps working.
 */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema.alterTable("subscriptions").addColumn("checkout_session_id", "text").execute();
  }),
  change(createTables),
];

async function createTables(db: OldTables): Promise<void> {
  await db.schema
    .createTable("event_endpoints")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("store_id", "text", (c) => c.notNull().references("stores.id"))
    .addColumn("url", "text", (c) => c.notNull())
    .addColumn("secret", "text", (c) => c.notNull())
    .addColumn("types", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("disabled_at", "bigint")
    .addColumn("disabled_reason", "text")
    .execute();
  await db.schema.createIndex("event_endpoints_of_store").on("event_endpoints").column("store_id").execute();

  await db.schema
    .createTable("events")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("store_id", "text", (c) => c.notNull().references("stores.id"))
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("subject_id", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("events_by_time").on("events").columns(["store_id", "created_at"]).execute();
  await db.schema.createIndex("events_of_subject").on("events").columns(["store_id", "subject_id"]).execute();
  await db.schema.createIndex("events_to_delete").on("events").column("created_at").execute();

  await db.schema
    .createTable("event_deliveries")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("event_id", "text", (c) => c.notNull().references("events.id"))
    // No foreign key, so that removing an endpoint can't block storing an effect.
    .addColumn("endpoint_id", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("attempts", "bigint", (c) => c.notNull())
    .addColumn("due_at", "bigint")
    .addColumn("give_up_at", "bigint", (c) => c.notNull())
    .addColumn("last_outcome", "text")
    .addColumn("settled_at", "bigint")
    .execute();
  await db.schema
    .createIndex("event_deliveries_of_event")
    .on("event_deliveries")
    .columns(["event_id", "endpoint_id"])
    .unique()
    .execute();
  await db.schema
    .createIndex("event_deliveries_settled")
    .on("event_deliveries")
    .columns(["endpoint_id", "status", "settled_at"])
    .execute();
  await sql`
    create index event_deliveries_due on event_deliveries (endpoint_id, due_at) where due_at is not null
  `.execute(db);
}
