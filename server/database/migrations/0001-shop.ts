import type { Kysely } from "kysely";

/** Stores, their keys and products, carts, checkout sessions, subscriptions and member sessions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("stores")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("slug", "text", (c) => c.notNull().unique())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("description", "text")
    .addColumn("logo_url", "text")
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("contact_email", "text")
    .addColumn("contact_phone", "text")
    .addColumn("seo_title", "text")
    .addColumn("seo_description", "text")
    .addColumn("theme", "text", (c) => c.notNull())
    .addColumn("template_key", "text")
    .addColumn("template_texts", "text")
    .addColumn("plan", "text", (c) => c.notNull())
    .addColumn("is_published", "integer", (c) => c.notNull())
    .addColumn("payments_configured", "integer", (c) => c.notNull())
    .addColumn("success_url", "text")
    .addColumn("cancel_url", "text")
    .addColumn("portal_return_url", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("api_keys")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("store_id", "text", (c) => c.notNull().references("stores.id"))
    .addColumn("hash", "text", (c) => c.notNull().unique())
    .addColumn("label", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("revoked_at", "bigint")
    .execute();
  await db.schema.createIndex("api_keys_of_store").on("api_keys").column("store_id").execute();

  await db.schema
    .createTable("products")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("store_id", "text", (c) => c.notNull().references("stores.id"))
    .addColumn("reference", "text", (c) => c.notNull())
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("description", "text")
    .addColumn("price_in_cents", "bigint", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("billing_interval", "text")
    .addColumn("image_url", "text")
    .addColumn("is_active", "integer", (c) => c.notNull())
    .addColumn("category", "text")
    .addColumn("details", "text")
    .addUniqueConstraint("products_by_reference", ["store_id", "reference"])
    .execute();
  await db.schema.createIndex("products_listed").on("products").columns(["store_id", "position"]).execute();

  await db.schema
    .createTable("carts")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("store_id", "text", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("lines", "text", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("carts_by_expiry").on("carts").column("expires_at").execute();

  await db.schema
    .createTable("checkout_sessions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("store_id", "text", (c) => c.notNull())
    .addColumn("cart_id", "text", (c) => c.notNull())
    .addColumn("provider_id", "text", (c) => c.unique())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("payment_status", "text", (c) => c.notNull())
    .addColumn("mode", "text", (c) => c.notNull())
    .addColumn("lines", "text", (c) => c.notNull())
    .addColumn("total", "bigint", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("member_id", "text")
    .addColumn("customer_email", "text")
    .addColumn("url", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .addColumn("completed_at", "bigint")
    .execute();
  await db.schema
    .createIndex("checkout_sessions_of_cart")
    .on("checkout_sessions")
    .columns(["cart_id", "status"])
    .execute();

  await db.schema
    .createTable("subscriptions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("store_id", "text", (c) => c.notNull())
    .addColumn("customer_id", "text", (c) => c.notNull())
    .addColumn("member_id", "text")
    .addColumn("status", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("subscriptions_of_member")
    .on("subscriptions")
    .columns(["store_id", "member_id"])
    .execute();

  await db.schema
    .createTable("member_sessions")
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("store_id", "text", (c) => c.notNull().references("stores.id"))
    .addColumn("member_id", "text", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("member_sessions_by_hash", ["store_id", "hash"])
    .execute();

  await db.schema
    .createTable("revision")
    .addColumn("id", "integer", (c) => c.primaryKey())
    .addColumn("n", "bigint", (c) => c.notNull())
    .execute();
  await db
    .withTables<{ revision: { id: number; n: number } }>()
    .insertInto("revision")
    .values({ id: 1, n: 1 })
    .execute();
}
