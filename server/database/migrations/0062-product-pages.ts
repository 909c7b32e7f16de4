import { change, type Step } from "./steps.ts";

/** Whether products of a store have pages here. Null, for stores of earlier versions, is no. */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema.alterTable("stores").addColumn("has_product_pages", "integer").execute();
  }),
];
