import { sql } from "kysely";
import { change, index, type Step } from "./steps.ts";

/** When the provider is asked to close a payment page whose products are no longer for sale. */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema.alterTable("checkout_sessions").addColumn("close_due_at", "bigint").execute();
  }),
  index({
    name: "checkout_sessions_open_of_store",
    table: "checkout_sessions",
    definition: sql`(store_id, status, id) where status = 'open'`,
  }),
  index({
    name: "checkout_sessions_to_close",
    table: "checkout_sessions",
    definition: sql`(status, close_due_at) where close_due_at is not null`,
  }),
];
