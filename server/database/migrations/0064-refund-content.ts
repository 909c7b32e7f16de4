import { change, type Step } from "./steps.ts";

/** Which lines of an order, and whether its shipping, were refunded. Null for refunds of an amount. */
export const steps: Step[] = ["refund_requests", "payment_refunds"].map((table) =>
  change((db) => db.schema.alterTable(table).addColumn("content", "text").execute()),
);
