import { sql } from "kysely";
import { change, index, type Step } from "./steps.ts";

/**
 * When an order was placed, apart from when it was recorded. The new column is optional, so that the previous version
 * goes on working beside this one.
 */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema.alterTable("orders").addColumn("placed_at", "bigint").execute();
  }),
  index({
    name: "orders_by_placing",
    table: "orders",
    definition: sql`(store_id, coalesce(placed_at, created_at))`,
  }),
];
