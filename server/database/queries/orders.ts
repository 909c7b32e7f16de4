import type { Selectable } from "kysely";
import type { SnapshotLine } from "../../domain/checkout.ts";
import { newId } from "../../domain/ids.ts";
import type { Metadata } from "../../domain/metadata.ts";
import type { PaymentOutcome } from "../../domain/session-state.ts";
import type { ShippingAddress } from "../../domain/shipping-address.ts";
import type { Engine, Queries } from "../engines/engine.ts";
import type { DisputeRow, OrderPaymentRow, OrderRow } from "../schema.ts";
import { metadataFromColumn, metadataToColumn } from "./metadata-column.ts";
import type { CheckoutSessionRecord } from "./sessions/checkout-sessions.ts";

/** What was sold. Amounts in the currency's smallest unit. */
export interface Order {
  id: string;
  checkoutSessionId: string;
  /** The provider's `pi_…` of the first payment; null while there is none, and for what was free. */
  paymentId: string | null;
  paymentStatus: PaymentOutcome;
  lines: SnapshotLine[];
  total: number;
  /** What the provider says was paid at checkout; null while it isn't paid. It should be the total. */
  paid: { amount: number; currency: string } | null;
  /** The payment of the order and, for a subscription, of its renewals; oldest first. */
  payments: OrderPayment[];
  /** Of all payments together. */
  refunded: number;
  disputes: Dispute[];
  currency: string;
  memberId: string | null;
  customerEmail: string | null;
  customerName: string | null;
  customerPhone: string | null;
  shippingAddress: ShippingAddress | null;
  metadata: Metadata;
  createdAt: number;
}

export interface Payment {
  /** The provider's `pi_…`. */
  id: string;
  /** The provider's `in_…`; null for what isn't a subscription. */
  invoiceId: string | null;
  amount: number;
  currency: string;
  paidAt: number;
}

export interface OrderPayment extends Payment {
  refunded: number;
}

/** A payment that the buyer's bank disputes. */
export interface Dispute {
  /** The provider's `du_…`. */
  id: string;
  paymentId: string;
  /** The provider's status: needs_response, under_review, won, lost … */
  status: string;
  /** The provider's reason: fraudulent, product_not_received … */
  reason: string;
  amount: number;
  currency: string;
  openedAt: number;
}

export function orderQueries(engine: Engine) {
  return {
    /** Whether a payment (`pi_…`) is recorded on an order. */
    async hasPayment(paymentId: string): Promise<boolean> {
      const row = await engine.read
        .selectFrom("order_payments")
        .select("order_id")
        .where("payment_id", "=", paymentId)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The provider's account that an order was sold on; undefined when the session has no order. */
    async accountOf(checkoutSessionId: string): Promise<string | null | undefined> {
      const row = await engine.read
        .selectFrom("orders")
        .select("account")
        .where("checkout_session_id", "=", checkoutSessionId)
        .executeTakeFirst();
      return row?.account;
    },

    /** Newest first. */
    async list(storeId: string): Promise<Order[]> {
      const rows = await engine.read
        .selectFrom("orders")
        .selectAll()
        .where("store_id", "=", storeId)
        .orderBy("created_at", "desc")
        .orderBy("id")
        .execute();
      const payments = await engine.read
        .selectFrom("order_payments")
        .innerJoin("orders", "orders.id", "order_payments.order_id")
        .selectAll("order_payments")
        .where("orders.store_id", "=", storeId)
        .orderBy("order_payments.paid_at")
        .orderBy("order_payments.payment_id")
        .execute();
      const ids = paymentIdsOf(engine.read, storeId);
      const [refunds, disputes] = [
        await engine.read.selectFrom("refunds").selectAll().where("payment_id", "in", ids).execute(),
        await engine.read
          .selectFrom("disputes")
          .selectAll()
          .where("payment_id", "in", ids)
          .orderBy("opened_at")
          .orderBy("id")
          .execute(),
      ];
      const paymentsOf = Map.groupBy(payments, (payment) => payment.order_id);
      const refundedOf = new Map(refunds.map((refund) => [refund.payment_id, refund.refunded]));
      const disputesOf = Map.groupBy(disputes, (dispute) => dispute.payment_id);
      return rows.map((row) => {
        const paid = paymentsOf.get(row.id)?.map(toPayment) ?? paymentsBefore(row);
        return toOrder(row, {
          payments: paid.map((payment) => ({ ...payment, refunded: refundedOf.get(payment.id) ?? 0 })),
          disputes: paid.flatMap(({ id }) => (disputesOf.get(id) ?? []).map(toDispute)),
        });
      });
    },
  };
}

function paymentIdsOf(db: Queries, storeId: string) {
  return db
    .selectFrom("order_payments")
    .innerJoin("orders", "orders.id", "order_payments.order_id")
    .select("order_payments.payment_id")
    .where("orders.store_id", "=", storeId)
    .union(
      db
        .selectFrom("orders")
        .select("payment_id")
        .where("store_id", "=", storeId)
        .where("payment_id", "is not", null)
        .$castTo<{ payment_id: string }>(),
    );
}

/** Versions with one payment per order stored it in the order only. */
function paymentsBefore(row: Selectable<OrderRow>): Payment[] {
  if (row.payment_id === null || row.payment_status !== "paid") return [];
  const { payment_id: id, total: amount, currency, created_at: paidAt } = row;
  return [{ id, invoiceId: null, amount, currency, paidAt }];
}

/** The payment details of a completed session. */
export interface OrderMoney {
  paymentId: string | null;
  paid: { amount: number; currency: string } | null;
  payments: Payment[];
}

/**
 * Creates the order of a complete session, exactly one however often it is settled, or records on it the outcome of
 * the payment. Returns whether the order is new.
 */
export async function saveOrder(
  db: Queries,
  session: CheckoutSessionRecord,
  { paymentId, paid, payments }: OrderMoney,
): Promise<boolean> {
  const money = {
    payment_id: paymentId,
    payment_status: session.paymentOutcome ?? "pending",
    paid_amount: paid?.amount ?? null,
    paid_currency: paid?.currency ?? null,
  };
  const made = await db
    .insertInto("orders")
    .values({
      id: newId("order"),
      store_id: session.storeId,
      checkout_session_id: session.id,
      account: session.account,
      lines: JSON.stringify(session.lines),
      total: session.total,
      currency: session.currency,
      member_id: session.memberId,
      customer_email: session.customerEmail,
      customer_name: session.customerName,
      customer_phone: session.customerPhone,
      shipping_address: session.shippingAddress === null ? null : JSON.stringify(session.shippingAddress),
      metadata: metadataToColumn(session.metadata),
      created_at: session.completedAt ?? session.createdAt,
      ...money,
    })
    .onConflict((c) => c.column("checkout_session_id").doNothing())
    .executeTakeFirst();
  const isNew = made.numInsertedOrUpdatedRows !== 0n;
  if (!isNew) {
    await db.updateTable("orders").set(money).where("checkout_session_id", "=", session.id).execute();
  }
  const sale = { checkoutSessionId: session.id, account: session.account };
  for (const payment of payments) await recordPayment(db, sale, payment);
  return isNew;
}

/** A sale, identified by its checkout session, which may have been deleted since. */
export interface SaleReference {
  checkoutSessionId: string;
  /** Null for the platform's own account. */
  account: string | null;
}

/** Records a payment on a session's order, once however often it is reported. Does nothing without an order. */
export async function recordPayment(
  db: Queries,
  { checkoutSessionId, account }: SaleReference,
  payment: Payment,
): Promise<void> {
  const order = await db
    .selectFrom("orders")
    .select("id")
    .where("checkout_session_id", "=", checkoutSessionId)
    .executeTakeFirst();
  if (!order) return;
  const { id, invoiceId, amount, currency, paidAt } = payment;
  await db
    .insertInto("order_payments")
    .values({
      payment_id: id,
      order_id: order.id,
      account,
      invoice_id: invoiceId,
      amount,
      currency,
      paid_at: paidAt,
    })
    .onConflict((c) => c.column("payment_id").doNothing())
    .execute();
}

/** How much of a payment has been refunded, and when the provider was asked. */
export interface Refund {
  paymentId: string;
  refunded: number;
  fetchedAt: number;
}

/**
 * Records how much of a payment has been refunded. A refund can fail and be reversed, so it may become less; responses
 * may arrive out of order, so only a later request replaces what is known.
 */
export async function recordRefund(db: Queries, { paymentId, refunded, fetchedAt }: Refund): Promise<void> {
  await db
    .insertInto("refunds")
    .values({ payment_id: paymentId, refunded, asked_at: fetchedAt })
    .onConflict((c) =>
      c
        .column("payment_id")
        .doUpdateSet({ refunded, asked_at: fetchedAt })
        .where("refunds.asked_at", "<=", fetchedAt),
    )
    .execute();
}

/** Records the state of a dispute; a later request wins. */
export async function recordDispute(
  db: Queries,
  dispute: Dispute & { account: string | null; fetchedAt: number },
): Promise<void> {
  const { id, paymentId, account, status, reason, amount, currency, openedAt, fetchedAt } = dispute;
  const state = { status, reason, amount, currency, asked_at: fetchedAt };
  await db
    .insertInto("disputes")
    .values({ id, payment_id: paymentId, account, opened_at: openedAt, ...state })
    .onConflict((c) => c.column("id").doUpdateSet(state).where("disputes.asked_at", "<=", fetchedAt))
    .execute();
}

function toOrder(
  row: Selectable<OrderRow>,
  { payments, disputes }: { payments: OrderPayment[]; disputes: Dispute[] },
): Order {
  const { paid_amount: amount, paid_currency: currency } = row;
  return {
    id: row.id,
    checkoutSessionId: row.checkout_session_id,
    paymentId: row.payment_id,
    paymentStatus: row.payment_status as PaymentOutcome,
    lines: JSON.parse(row.lines),
    total: row.total,
    paid: amount === null || currency === null ? null : { amount, currency },
    payments,
    refunded: payments.reduce((sum, { refunded }) => sum + refunded, 0),
    disputes,
    currency: row.currency,
    memberId: row.member_id,
    customerEmail: row.customer_email,
    customerName: row.customer_name,
    customerPhone: row.customer_phone,
    shippingAddress: row.shipping_address === null ? null : JSON.parse(row.shipping_address),
    metadata: metadataFromColumn(row.metadata),
    createdAt: row.created_at,
  };
}

function toPayment(row: OrderPaymentRow): Payment {
  return {
    id: row.payment_id,
    invoiceId: row.invoice_id,
    amount: row.amount,
    currency: row.currency,
    paidAt: row.paid_at,
  };
}

function toDispute(row: DisputeRow): Dispute {
  return {
    id: row.id,
    paymentId: row.payment_id,
    status: row.status,
    reason: row.reason,
    amount: row.amount,
    currency: row.currency,
    openedAt: row.opened_at,
  };
}
