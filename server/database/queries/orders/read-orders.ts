import { toDisputeStatus } from "../../../domain/dispute.ts";
import type { Dispute, Order, OrderRefund, Payment } from "../../../domain/order.ts";
import type { RefundStatus } from "../../../domain/order-state.ts";
import type { RefundContent } from "../../../domain/refund-content.ts";
import type { OrderReturn } from "../../../domain/returns.ts";
import type { Queries } from "../../engines/queries.ts";
import type {
  DisputeRow,
  OrderPaymentRow,
  OrderReturnRow,
  OrderRow,
  PaymentRefundRow,
} from "../../schema.ts";
import { camelCased } from "../camel-case.ts";
import { idsOf } from "../ids-of.ts";
import { placedAtOf, toOrder } from "./order.ts";
import { readParcels } from "./parcels.ts";

export interface OrderAddress {
  storeId: string;
  orderId: string;
}

/** The row of an order, if it is the store's. */
export function selectOrder(db: Queries, { storeId, orderId }: OrderAddress) {
  return db.selectFrom("orders").selectAll().where("id", "=", orderId).where("store_id", "=", storeId);
}

/** Undefined when unknown or another store's. */
export async function readOrder(db: Queries, address: OrderAddress): Promise<Order | undefined> {
  const [order] = await readOrders(db, await selectOrder(db, address).execute());
  return order;
}

/**
 * Reads the orders of these rows, in order, with payments, refunds, disputes, subscriptions, parcels and returns: seven
 * statements.
 */
export async function readOrders(db: Queries, rows: OrderRow[]): Promise<Order[]> {
  if (rows.length === 0) return [];
  const ids = idsOf(rows);
  const payments = await db
    .selectFrom("order_payments")
    .selectAll()
    .where("order_id", "in", ids)
    .orderBy("paid_at")
    .orderBy("payment_id")
    .execute();
  const paymentsOf = Map.groupBy(payments, (payment) => payment.order_id);
  const paid = new Map(
    rows.map((row) => [row.id, paymentsOf.get(row.id)?.map(toPayment) ?? paymentsBefore(row)]),
  );
  const { refundedOf, refundsOf, disputesOf } = await readDetails(db, idsOf([...paid.values()].flat()));
  const subscriptionOf = await readSubscriptions(db, rows);
  const parcelsOf = await readParcels(db, ids);
  const returns = await db
    .selectFrom("order_returns")
    .selectAll()
    .where("order_id", "in", ids)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const returnsOf = Map.groupBy(returns, (one) => one.order_id);
  return rows.map((row) => {
    const own = paid.get(row.id) ?? [];
    return toOrder(row, {
      subscriptionId: subscriptionOf.get(row.checkout_session_id) ?? null,
      payments: own.map((payment) => ({ ...payment, refunded: refundedOf.get(payment.id) ?? 0 })),
      refunds: own
        .flatMap(({ id }) => (refundsOf.get(id) ?? []).map(toRefund))
        .sort((a, b) => a.createdAt - b.createdAt),
      disputes: own.flatMap(({ id }) => (disputesOf.get(id) ?? []).map(toDispute)),
      parcels: parcelsOf.get(row.id) ?? [],
      returns: (returnsOf.get(row.id) ?? []).map(toReturn),
    });
  });
}

/** By checkout session. */
async function readSubscriptions(db: Queries, rows: OrderRow[]): Promise<Map<string | null, string>> {
  const sessionIds = rows.map((row) => row.checkout_session_id);
  const found = await db
    .selectFrom("subscriptions")
    .select(["id", "checkout_session_id"])
    .where("checkout_session_id", "in", sessionIds)
    .execute();
  return new Map(found.map((one) => [one.checkout_session_id, one.id]));
}

/** By payment. */
async function readDetails(db: Queries, paymentIds: string[]) {
  if (paymentIds.length === 0) {
    return {
      refundedOf: new Map<string, number>(),
      refundsOf: new Map<string, PaymentRefundRow[]>(),
      disputesOf: new Map<string, DisputeRow[]>(),
    };
  }
  const sums = await db.selectFrom("refunds").selectAll().where("payment_id", "in", paymentIds).execute();
  const refunds = await db
    .selectFrom("payment_refunds")
    .selectAll()
    .where("payment_id", "in", paymentIds)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const disputes = await db
    .selectFrom("disputes")
    .selectAll()
    .where("payment_id", "in", paymentIds)
    .orderBy("opened_at")
    .orderBy("id")
    .execute();
  return {
    refundedOf: new Map(sums.map((sum) => [sum.payment_id, sum.refunded])),
    refundsOf: Map.groupBy(refunds, (refund) => refund.payment_id),
    disputesOf: Map.groupBy(disputes, (dispute) => dispute.payment_id),
  };
}

/** Older versions recorded one payment per order, in the order itself. */
function paymentsBefore(row: OrderRow): Payment[] {
  if (row.payment_id === null || row.payment_status !== "paid") return [];
  const { payment_id: id, total: amount, currency } = row;
  return [{ id, invoiceId: null, amount, currency, paidAt: placedAtOf(row) }];
}

function toPayment({ payment_id: id, ...row }: OrderPaymentRow): Payment {
  return { id, ...camelCased(row, "invoice_id", "amount", "currency", "paid_at") };
}

function toRefund(row: PaymentRefundRow): OrderRefund {
  return {
    ...camelCased(row, "id", "payment_id", "amount", "currency", "created_at", "resolved_at"),
    status: row.status as RefundStatus,
    ...contentOf(row),
  };
}

function contentOf({ content }: PaymentRefundRow): RefundContent {
  return content === null ? { lines: [], shipping: 0 } : JSON.parse(content);
}

function toDispute(row: DisputeRow): Dispute {
  return {
    ...camelCased(row, "id", "payment_id", "reason", "amount", "currency", "opened_at", "due_at"),
    status: toDisputeStatus(row.status),
  };
}

function toReturn(row: OrderReturnRow): OrderReturn {
  return {
    ...camelCased(row, "id", "reason", "created_at", "received_at", "refund_id"),
    lines: JSON.parse(row.lines),
    restocked: JSON.parse(row.restocked),
  };
}
