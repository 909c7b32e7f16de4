import { sql } from "kysely";
import { change, index, type Step } from "./steps.ts";

/** Numbers of orders, per store. The sweeper numbers the orders that there are. */
export const steps: Step[] = [
  change((db) => db.schema.alterTable("orders").addColumn("number", "integer").execute()),
  index({
    name: "orders_number",
    table: "orders",
    definition: sql`(store_id, number) where number is not null`,
    isUnique: true,
  }),
  index({
    name: "orders_unnumbered",
    table: "orders",
    definition: sql`(store_id, created_at, id) where number is null`,
  }),
];
