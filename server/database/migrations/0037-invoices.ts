import { sql } from "kysely";
import { change, type Step } from "./steps.ts";

/** Whether a store's payments get an invoice, and the payment page has a field for a tax id. */
export const steps: Step[] = ["creates_invoices", "collects_tax_ids"].map((name) =>
  change((db) =>
    db.schema
      .alterTable("stores")
      .addColumn(name, "integer", (c) => c.notNull().defaultTo(sql.lit(0)))
      .execute(),
  ),
);
