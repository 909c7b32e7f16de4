import { expressionBuilder, sql } from "kysely";
import type { OrderStatus } from "../../../domain/order-state.ts";
import type { Tables } from "../../schema.ts";

// The rules of `domain/order-state.ts` in SQL. A test checks that both agree. Triggers keep the columns about refunds and
// disputes (migration 0940). Payments from versions that stored them only in the order don't count here.

const eb = expressionBuilder<Tables, "orders">();

/** `statusOf` is this status. */
export function hasStatus(status: OrderStatus) {
  switch (status) {
    case "pending":
    case "failed":
      return eb("payment_status", "=", status);
    case "paid":
      return eb.and([eb("payment_status", "=", "paid"), eb("refund_state", "is", null)]);
    case "partially_refunded":
      return isRefunded("partial");
    case "refunded":
      return isRefunded("full");
  }
}

function isRefunded(state: "partial" | "full") {
  return eb.and([eb(unindexed("payment_status"), "=", "paid"), eb("refund_state", "=", state)]);
}

/** SQLite has no statistics, and would choose the index of this column instead of one that holds few orders. */
function unindexed(column: "payment_status") {
  return sql<string>`${sql.ref(`orders.${column}`)} || ''`;
}

/** `placedAtOf` in SQL, as in the index `orders_by_placing_and_id`. */
export function placedAt() {
  return eb.fn.coalesce("placed_at", "created_at");
}

/** `isUnsent` in SQL, or its negation. */
export function isUnsent(wanted = true) {
  const unsent = eb.and([
    // The first three match the index `orders_to_send`, which holds few of a store's orders.
    eb("fulfilled_at", "is", null),
    eb("shipping_address", "is not", null),
    eb(eb.fn.coalesce("nothing_to_send", sql.lit(0)), "=", sql.lit(0)),
    eb(unindexed("payment_status"), "=", "paid"),
    eb(eb.fn.coalesce("refund_state", sql.lit("")), "<>", "full"),
    eb("lost_disputes", "is", null),
  ]);
  return wanted ? unsent : eb.not(unsent);
}

/** A payment of the order is disputed, and the bank awaits an answer. */
export function hasUnansweredDispute() {
  return eb("unanswered_disputes", ">", sql.lit(0));
}

/** A refund of the order failed, and the buyer still hasn't received the money. */
export function hasUnresolvedRefund() {
  return eb("failed_refunds", ">", sql.lit(0));
}

/** A mail to the buyer couldn't be delivered, and was neither sent again nor dismissed. */
export function hasFailedMail(storeId: string) {
  return eb("orders.id", "in", failedMailsOf(storeId).select("mails.order_id"));
}

/** A store's failed mails to buyers. */
export function failedMailsOf(storeId: string) {
  return (
    eb
      .selectFrom("mails")
      .where("mails.store_id", "=", storeId)
      // As in the index `mails_failed`.
      .where("mails.status", "=", sql.lit("failed"))
      .where("mails.dismissed_at", "is", null)
      .where("mails.order_id", "is not", null)
  );
}

/** A payment of the order differs from what was offered, and no person has resolved it. */
export function hasPaymentDifference(storeId: string) {
  return eb("orders.id", "in", paymentDifferencesOf(storeId).select("payment_differences.order_id"));
}

/** A store's unresolved differences. */
export function paymentDifferencesOf(storeId: string) {
  return eb
    .selectFrom("payment_differences")
    .where("payment_differences.store_id", "=", storeId)
    .where("payment_differences.resolved_at", "is", null);
}
