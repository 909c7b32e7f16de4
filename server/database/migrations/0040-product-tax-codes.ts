import { change, type Step } from "./steps.ts";

/** How a product is taxed; null for the account's default. */
export const steps: Step[] = [
  change((db) => db.schema.alterTable("products").addColumn("tax_code", "text").execute()),
];
