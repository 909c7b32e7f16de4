import { change, type Step } from "./steps.ts";

/** Whether a store's prices include tax, if the provider calculates it; null if it doesn't. */
export const steps: Step[] = [
  change((db) => db.schema.alterTable("stores").addColumn("tax", "text").execute()),
];
