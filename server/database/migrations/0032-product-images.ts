import { change, type Step } from "./steps.ts";

/** The images that stores have uploaded; the files are elsewhere. */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema
      .createTable("product_images")
      .addColumn("store_id", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("hash", "text", (c) => c.notNull())
      .addColumn("bytes", "integer", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("unused_since", "bigint")
      .addPrimaryKeyConstraint("product_images_key", ["store_id", "name"])
      .execute();
  }),
];
