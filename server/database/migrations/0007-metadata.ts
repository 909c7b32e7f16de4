import { change, type Step } from "./steps.ts";

/** The caller's metadata on a checkout session and its order; null for none. */
export const steps: Step[] = ["checkout_sessions", "orders"].map((table) =>
  change(async (db) => {
    await db.schema.alterTable(table).addColumn("metadata", "text").execute();
  }),
);
