import { sql } from "kysely";
import { index, type Step } from "./steps.ts";

/** The variants of a group, by the slug in `product_group`. The expressions are those of `Engine.groupSlug`. */
export const steps: Step[] = [
  index({
    name: "products_by_group",
    table: "products",
    onlyOn: "postgres",
    definition: sql`(store_id, (product_group::json ->> 'slug'), position) where product_group is not null`,
  }),
  index({
    name: "products_by_group",
    table: "products",
    onlyOn: "sqlite",
    definition: sql`(store_id, (product_group ->> 'slug'), position) where product_group is not null`,
  }),
];
