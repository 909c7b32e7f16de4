import { sql } from "kysely";
import { index, type Step } from "./steps.ts";

/** The orders to be shipped, so that a store's overview counts them without reading the others. */
export const steps: Step[] = [
  index({
    name: "orders_unsent",
    table: "orders",
    definition: sql`(store_id, created_at) where fulfilled_at is null and shipping_address is not null`,
  }),
];
