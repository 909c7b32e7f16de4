import { change, type Step } from "./steps.ts";

/** The SKU, weight and price before a reduction of products. */
export const steps: Step[] = [
  change((db) => db.schema.alterTable("products").addColumn("sku", "text").execute()),
  change((db) => db.schema.alterTable("products").addColumn("weight_in_grams", "integer").execute()),
  change((db) =>
    db.schema.alterTable("products").addColumn("compare_at_price_in_cents", "integer").execute(),
  ),
];
