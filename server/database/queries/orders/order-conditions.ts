import { type Expression, expressionBuilder, sql } from "kysely";
import { type DisputeStatus, lostDispute, unansweredDisputes } from "../../../domain/dispute.ts";
import type { OrderStatus } from "../../../domain/order-state.ts";
import type { Tables } from "../../schema.ts";

// The rules of `domain/order-state.ts` in SQL. A test checks that both agree. Payments from versions that
// stored them only in the order don't count here.

const eb = expressionBuilder<Tables, "orders">();

/** `statusOf` is this status. */
export function hasStatus(status: OrderStatus) {
  switch (status) {
    case "pending":
    case "failed":
      return eb("payment_status", "=", status);
    case "paid":
      // One look-up per order of a page: most are paid.
      return eb.and([eb("payment_status", "=", "paid"), eb.not(eb.exists(refundsOfThis()))]);
    case "partially_refunded":
      return eb.and([isRefundedOrder(), eb.exists(unrefundedOfThis())]);
    case "refunded":
      return eb.and([isRefundedOrder(), eb.not(eb.exists(unrefundedOfThis()))]);
  }
}

/** `placedAtOf` in SQL, as in the index `orders_by_placing_and_id`. */
export function placedAt() {
  return eb.fn.coalesce("placed_at", "created_at");
}

/** `isUnsent` in SQL, or its negation. */
export function isUnsent(wanted = true) {
  const unsent = eb.and([
    // The first two match the index `orders_unsent`, which holds few of a store's orders; the rest is looked
    // up per order.
    eb("fulfilled_at", "is", null),
    eb("shipping_address", "is not", null),
    eb("nothing_to_send", "is", null),
    eb("payment_status", "=", "paid"),
    eb.or([isNone(refundsOfThis()), eb.not(isNone(unrefundedOfThis()))]),
    isNone(lostDisputesOfThis()),
  ]);
  return wanted ? unsent : eb.not(unsent);
}

/** A payment of the order is disputed, and the bank awaits an answer. */
export function hasUnansweredDispute() {
  return hasDispute(unansweredDisputes);
}

/** Few orders have disputes, so this lists the disputes rather than the orders. */
function hasDispute(statuses: readonly DisputeStatus[]) {
  return eb("orders.id", "in", disputesWith(statuses).select("order_payments.order_id"));
}

function disputesWith(statuses: readonly DisputeStatus[]) {
  return eb
    .selectFrom("disputes")
    .innerJoin("order_payments", "order_payments.payment_id", "disputes.payment_id")
    .where("disputes.status", "in", statuses);
}

/** A store's disputes for which the bank awaits an answer. */
export function unansweredDisputesOf(storeId: string) {
  return eb
    .selectFrom("disputes")
    .where("disputes.status", "in", unansweredDisputes)
    .where(isPaymentOf(storeId, "disputes"));
}

/** A refund of the order failed, and the buyer still hasn't received the money. */
export function hasUnresolvedRefund() {
  return eb("orders.id", "in", unresolvedRefunds().select("order_payments.order_id"));
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

/** `unresolvedRefunds` in SQL, for all orders. */
function unresolvedRefunds() {
  return eb
    .selectFrom("payment_refunds")
    .innerJoin("order_payments", "order_payments.payment_id", "payment_refunds.payment_id")
    .where("payment_refunds.status", "=", sql.lit("failed"))
    .where("payment_refunds.resolved_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("payment_refunds as again")
            .select("again.id")
            .whereRef("again.payment_id", "=", "payment_refunds.payment_id")
            .whereRef("again.created_at", ">=", "payment_refunds.created_at")
            .whereRef("again.amount", ">=", "payment_refunds.amount")
            .where("again.status", "<>", "failed"),
        ),
      ),
    );
}

/** `unresolvedRefunds` in SQL, for one store. */
export function unresolvedRefundsOf(storeId: string) {
  return unresolvedRefunds().where(isPaymentOf(storeId, "payment_refunds"));
}

/** Looked up for each of the few matching rows, so that no other order is read. */
function isPaymentOf(storeId: string, table: "disputes" | "payment_refunds") {
  const itsStore = eb
    .selectFrom("order_payments as its")
    .innerJoin("orders as sold", "sold.id", "its.order_id")
    .where("its.payment_id", "=", sql.ref<string>(`${table}.payment_id`))
    .select("sold.store_id");
  return eb(itsStore, "=", storeId);
}

/** Few orders are refunded, so this lists the refunds rather than the orders. */
function isRefundedOrder() {
  const refunded = eb
    .selectFrom("refunds")
    .innerJoin("order_payments", "order_payments.payment_id", "refunds.payment_id")
    .select("order_payments.order_id")
    .where("refunds.refunded", ">", 0);
  return eb.and([eb("payment_status", "=", "paid"), eb("orders.id", "in", refunded)]);
}

function refundsOfThis() {
  return eb
    .selectFrom("order_payments")
    .innerJoin("refunds", "refunds.payment_id", "order_payments.payment_id")
    .select("order_payments.payment_id")
    .whereRef("order_payments.order_id", "=", "orders.id")
    .where("refunds.refunded", ">", 0);
}

function lostDisputesOfThis() {
  return eb
    .selectFrom("order_payments")
    .innerJoin("disputes", "disputes.payment_id", "order_payments.payment_id")
    .select("order_payments.payment_id")
    .whereRef("order_payments.order_id", "=", "orders.id")
    .where("disputes.status", "=", lostDispute);
}

/** Uses `not exists` with a look-up per order: PostgreSQL would read all payments for a join. */
function isNone(ofThis: Expression<unknown>) {
  return eb(sql<number>`(select count(*) from ${ofThis} as found)`, "=", 0);
}

/** Payments that aren't fully refunded. */
function unrefundedOfThis() {
  return eb
    .selectFrom("order_payments")
    .leftJoin("refunds", "refunds.payment_id", "order_payments.payment_id")
    .select("order_payments.payment_id")
    .whereRef("order_payments.order_id", "=", "orders.id")
    .where((of) => of(of.fn.coalesce("refunds.refunded", of.lit(0)), "<", of.ref("order_payments.amount")));
}
