import { sql } from "kysely";
import { change, index, type Step } from "./steps.ts";

/** When subscriptions were made and recorded, lists of them by that, and which one an order is for. */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema.alterTable("subscriptions").addColumn("created_at", "bigint").execute();
    await db.schema
      .alterTable("subscriptions")
      .addColumn("recorded_at", "bigint", (c) => c.notNull().defaultTo(0))
      .execute();
  }),
  index({
    name: "subscriptions_by_record",
    table: "subscriptions",
    definition: sql`(store_id, recorded_at, id)`,
  }),
  index({
    name: "subscriptions_of_session",
    table: "subscriptions",
    definition: sql`(checkout_session_id) where checkout_session_id is not null`,
  }),
];
