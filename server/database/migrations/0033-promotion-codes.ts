import { change, type Step } from "./steps.ts";

/** The promotion codes that stores have created at the provider. */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema
      .createTable("promotion_codes")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("store_id", "text", (c) => c.notNull().references("stores.id"))
      .addColumn("account", "text")
      .addColumn("provider_id", "text", (c) => c.notNull())
      .addColumn("code", "text", (c) => c.notNull())
      .addColumn("percent_off", "integer")
      .addColumn("amount_off_in_cents", "bigint")
      .addColumn("currency", "text", (c) => c.notNull())
      .addColumn("minimum_in_cents", "bigint")
      .addColumn("max_redemptions", "bigint")
      .addColumn("expires_at", "bigint")
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("deactivated_at", "bigint")
      .execute();
    await db.schema
      .createIndex("promotion_codes_of_provider")
      .on("promotion_codes")
      .column("provider_id")
      .unique()
      .execute();
    await db.schema
      .createIndex("promotion_codes_of_store")
      .on("promotion_codes")
      .columns(["store_id", "created_at"])
      .execute();
  }),
];
