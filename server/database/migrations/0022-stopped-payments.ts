import { change, type Step } from "./steps.ts";

/** Whether a person stopped a store's payments; events about its account don't restart them. */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema
      .alterTable("stores")
      .addColumn("payments_stopped", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
  }),
];
