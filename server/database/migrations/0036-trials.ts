import { change, type Step } from "./steps.ts";

/** How long a subscription is free at first, and whether it is shipped. */
export const steps: Step[] = ["trial_days", "requires_shipping"].map((name) =>
  change((db) => db.schema.alterTable("products").addColumn(name, "integer").execute()),
);
