import { change, type Step } from "./steps.ts";

/** A caller's own texts with a checkout session and its order; null in both where there are none. */
export const steps: Step[] = ["checkout_sessions", "orders"].map((table) =>
  change(async (db) => {
    await db.schema.alterTable(table).addColumn("metadata", "text").execute();
  }),
);
