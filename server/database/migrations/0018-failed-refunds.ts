import { sql } from "kysely";
import { change, index, type Step } from "./steps.ts";

/** Failed refunds, and whether the buyer got the money another way. */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema.alterTable("payment_refunds").addColumn("resolved_at", "bigint").execute();
  }),
  // Few refunds fail, so a partial index is small.
  index({
    name: "payment_refunds_failed",
    table: "payment_refunds",
    definition: sql`(payment_id) where status = 'failed'`,
  }),
];
