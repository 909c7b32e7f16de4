import { change, type Step } from "./steps.ts";

/** The name of the shipping rate that the buyer chose. */
export const steps: Step[] = ["checkout_sessions", "orders"].map((table) =>
  change((db) => db.schema.alterTable(table).addColumn("shipping_rate", "text").execute()),
);
