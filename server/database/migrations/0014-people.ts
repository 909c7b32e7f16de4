import type { Kysely } from "kysely";

/** The people who manage stores in the dashboard, and how they sign in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("people")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("email", "text", (c) => c.notNull().unique())
    .addColumn("password_hash", "text")
    .addColumn("openid_subject", "text", (c) => c.unique())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("memberships")
    .addColumn("person_id", "text", (c) => c.notNull().references("people.id"))
    .addColumn("store_id", "text", (c) => c.notNull().references("stores.id"))
    .addColumn("role", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("memberships_pk", ["person_id", "store_id"])
    .execute();
  await db.schema.createIndex("memberships_of_store").on("memberships").column("store_id").execute();

  await db.schema
    .createTable("invitations")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("hash", "text", (c) => c.notNull().unique())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("store_id", "text", (c) => c.references("stores.id"))
    .addColumn("role", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("invitations_of_email").on("invitations").column("email").execute();
  await db.schema.createIndex("invitations_of_store").on("invitations").column("store_id").execute();
  await db.schema.createIndex("invitations_expiry").on("invitations").column("expires_at").execute();

  await db.schema
    .createTable("passkeys")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("person_id", "text", (c) => c.notNull().references("people.id"))
    .addColumn("public_key", "text", (c) => c.notNull())
    .addColumn("counter", "bigint", (c) => c.notNull())
    .addColumn("transports", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("last_used_at", "bigint")
    .execute();
  await db.schema.createIndex("passkeys_of_person").on("passkeys").column("person_id").execute();

  await db.schema
    .createTable("dashboard_sessions")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("person_id", "text", (c) => c.notNull().references("people.id"))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("seen_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("dashboard_sessions_of_person")
    .on("dashboard_sessions")
    .column("person_id")
    .execute();
  await db.schema
    .createIndex("dashboard_sessions_expiry")
    .on("dashboard_sessions")
    .column("expires_at")
    .execute();

  await db.schema
    .createTable("pending_flows")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("data", "text", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("pending_flows_expiry").on("pending_flows").column("expires_at").execute();
}
