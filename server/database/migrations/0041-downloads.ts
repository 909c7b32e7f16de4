import { change, type Step } from "./steps.ts";

/** The files of digital products, whose content is elsewhere, and the addresses from which buyers download them. */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema
      .createTable("product_files")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("store_id", "text", (c) => c.notNull())
      .addColumn("product_id", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("bytes", "bigint", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("is_current", "integer", (c) => c.notNull())
      .addColumn("unused_since", "bigint")
      .execute();
    await db.schema
      .createIndex("product_files_of_product")
      .on("product_files")
      .columns(["product_id", "is_current"])
      .execute();
    await db.schema.createIndex("product_files_of_store").on("product_files").column("store_id").execute();
    await db.schema
      .createTable("download_links")
      .addColumn("hash", "text", (c) => c.primaryKey())
      .addColumn("store_id", "text", (c) => c.notNull())
      .addColumn("order_id", "text", (c) => c.notNull())
      .addColumn("product_id", "text", (c) => c.notNull())
      .addColumn("expires_at", "bigint", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("download_links_expiry").on("download_links").column("expires_at").execute();
    await db.schema
      .createTable("order_downloads")
      .addColumn("order_id", "text", (c) => c.notNull())
      .addColumn("product_id", "text", (c) => c.notNull())
      .addColumn("count", "bigint", (c) => c.notNull())
      .addColumn("last_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("order_downloads_key", ["order_id", "product_id"])
      .execute();
  }),
];
