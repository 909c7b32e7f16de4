import { sql } from "kysely";
import { change, index, type Step } from "./steps.ts";

/** Refunds that failed, and whether the buyer has got the money in another way. */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema.alterTable("payment_refunds").addColumn("resolved_at", "bigint").execute();
  }),
  // Few refunds fail, so an index of those alone is small.
  index({
    name: "payment_refunds_failed",
    table: "payment_refunds",
    definition: sql`(payment_id) where status = 'failed'`,
  }),
];
