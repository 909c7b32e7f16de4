import type { Kysely } from "kysely";

/** Requests with an Idempotency-Key, and their responses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("idempotency_keys")
    .addColumn("caller", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("token", "text", (c) => c.notNull().unique())
    .addColumn("fingerprint", "text", (c) => c.notNull())
    .addColumn("claimed_until", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .addColumn("took_effect", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("answer", "text")
    .addPrimaryKeyConstraint("idempotency_keys_pk", ["caller", "key"])
    .execute();
  await db.schema
    .createIndex("idempotency_keys_expiry")
    .on("idempotency_keys")
    .column("expires_at")
    .execute();
}
