import { sql } from "kysely";
import { change, index, type Step } from "./steps.ts";

/** Percentages with one decimal, and whether other stores have codes on the same account. */
export const steps: Step[] = [
  change((db) => db.schema.alterTable("promotion_codes").addColumn("tenths_off", "integer").execute()),
  index({
    name: "promotion_codes_of_account",
    table: "promotion_codes",
    definition: sql`(account, store_id) where deactivated_at is null`,
  }),
];
