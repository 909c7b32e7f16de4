import type { Kysely } from "kysely";

/**
 * How far the provider's lists of sessions have been read, leases, when a buyer was erased, and indexes for deleting
 * old rows. New columns are optional, so that the previous version goes on working beside this one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
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

  for (const table of ["checkout_sessions", "subscriptions"]) {
    await db.schema.alterTable(table).addColumn("erased_at", "bigint").execute();
  }

  await db.schema
    .createIndex("checkout_sessions_by_expiry")
    .on("checkout_sessions")
    .columns(["status", "expires_at"])
    .execute();
  await db.schema
    .createIndex("member_sessions_by_expiry")
    .on("member_sessions")
    .column("expires_at")
    .execute();
  await db.schema
    .createIndex("provider_events_by_time")
    .on("provider_events")
    .column("received_at")
    .execute();
}
