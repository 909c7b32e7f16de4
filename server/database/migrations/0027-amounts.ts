import { change, type Step } from "./steps.ts";

const names = ["amount_subtotal", "amount_discount", "amount_shipping", "amount_tax", "amount_total"];

/** What purchases cost, as the provider reported it; null in rows of versions without these columns. */
export const steps: Step[] = ["checkout_sessions", "orders"].flatMap((table) =>
  names.map((name) => change((db) => db.schema.alterTable(table).addColumn(name, "bigint").execute())),
);
