import { sql } from "kysely";
import { change, index, type OldTables, type Step } from "./steps.ts";

/**
 * How far the provider's lists of sessions have been read, leases, when a buyer was erased, and indexes for deleting
 * old rows. New columns are optional, so that the previous version keeps working.
 */
export const steps: Step[] = [
  change(createTables),
  ...["checkout_sessions", "subscriptions"].map((table) =>
    change(async (db) => {
      await db.schema.alterTable(table).addColumn("erased_at", "bigint").execute();
    }),
  ),
  index({
    name: "checkout_sessions_by_expiry",
    table: "checkout_sessions",
    definition: sql`(status, expires_at)`,
  }),
  index({ name: "member_sessions_by_expiry", table: "member_sessions", definition: sql`(expires_at)` }),
  index({ name: "provider_events_by_time", table: "provider_events", definition: sql`(received_at)` }),
];

async function createTables(db: OldTables): Promise<void> {
  await db.schema
    .createTable("session_listings")
    .addColumn("account", "text", (c) => c.primaryKey())
    .addColumn("listed_at", "bigint")
    .addColumn("begun_at", "bigint")
    .addColumn("position", "text")
    .execute();
  await db.schema
    .createTable("leases")
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("held_until", "bigint", (c) => c.notNull())
    .execute();
}
