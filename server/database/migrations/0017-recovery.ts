import { sql } from "kysely";
import { backfill, change, index, type OldTables, type Step } from "./steps.ts";

/**
 * When an order was placed; how far the provider's events have been read, and which couldn't be handled; when a
 * subscription was read. New columns are optional, so that the previous version keeps working.
 */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema.alterTable("orders").addColumn("placed_at", "bigint").execute();
  }),
  index({
    name: "orders_by_placing",
    table: "orders",
    definition: sql`(store_id, coalesce(placed_at, created_at))`,
  }),
  change(createTables),
  change(extendSubscriptions),
  backfill({ table: "subscriptions", key: "id", fill: fillReadings }),
  index({ name: "subscriptions_to_read", table: "subscriptions", definition: sql`(status, read_due_at)` }),
];

async function createTables(db: OldTables): Promise<void> {
  await db.schema
    .createTable("event_listings")
    .addColumn("account", "text", (c) => c.primaryKey())
    .addColumn("listed_to", "bigint", (c) => c.notNull())
    .addColumn("due_at", "bigint", (c) => c.notNull())
    .addColumn("position", "text")
    .addColumn("walk_from", "text")
    .addColumn("walk_position", "text")
    .execute();
  await db.schema
    .createTable("unhandled_events")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("event", "text", (c) => c.notNull())
    .addColumn("happened_at", "bigint", (c) => c.notNull())
    .addColumn("attempts", "bigint", (c) => c.notNull())
    .addColumn("due_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("unhandled_events_due").on("unhandled_events").column("due_at").execute();
  await db.schema
    .createIndex("unhandled_events_by_time")
    .on("unhandled_events")
    .column("happened_at")
    .execute();
}

async function extendSubscriptions(db: OldTables): Promise<void> {
  for (const column of ["read_at", "read_due_at"]) {
    await db.schema.alterTable("subscriptions").addColumn(column, "bigint").execute();
  }
}

/** All are read soon, but none is overdue immediately. */
async function fillReadings(db: OldTables, ids: string[]): Promise<void> {
  await sql`
    update subscriptions set read_at = ${Date.now()} where read_at is null and id in (${sql.join(ids)})
  `.execute(db);
}
