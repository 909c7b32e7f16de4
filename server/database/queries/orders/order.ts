import { summed } from "../../../domain/line-quantities.ts";
import type { Order } from "../../../domain/order.ts";
import { statusOf } from "../../../domain/order-state.ts";
import type { Parcel } from "../../../domain/parcels.ts";
import type { Restock } from "../../../domain/returns.ts";
import type { PaymentOutcome } from "../../../domain/session-state.ts";
import type { OrderRow } from "../../schema.ts";
import {
  amountsFromColumns,
  linesFromColumn,
  metadataFromColumn,
  rateFromColumn,
} from "../purchase-columns.ts";

export function toOrder(
  row: OrderRow,
  {
    subscriptionId,
    payments,
    refunds,
    disputes,
    parcels,
    returns,
  }: Pick<Order, "subscriptionId" | "payments" | "refunds" | "disputes" | "parcels" | "returns">,
): Order {
  const { paid_amount: amount, paid_currency: currency } = row;
  const paymentStatus = row.payment_status as PaymentOutcome;
  return {
    id: row.id,
    number: row.number,
    storeId: row.store_id,
    checkoutSessionId: row.checkout_session_id,
    cartId: row.cart_id,
    subscriptionId,
    status: statusOf({ paymentStatus, payments }),
    paymentId: row.payment_id,
    paymentStatus,
    lines: linesFromColumn(row.lines),
    total: row.total,
    amounts: amountsFromColumns(row),
    shippingRate: rateFromColumn(row.shipping_rate),
    paid: amount === null || currency === null ? null : { amount, currency },
    payments,
    refunded: payments.reduce((sum, { refunded }) => sum + refunded, 0),
    refunds,
    disputes,
    currency: row.currency,
    memberId: row.member_id,
    customerEmail: row.customer_email,
    customerName: row.customer_name,
    customerPhone: row.customer_phone,
    shippingAddress: row.shipping_address === null ? null : JSON.parse(row.shipping_address),
    metadata: metadataFromColumn(row.metadata),
    ...(row.agent !== null && { agent: row.agent }),
    locale: row.locale,
    fulfilledAt: row.fulfilled_at,
    tracking: trackingOf(row),
    parcels: parcels.map((parcel) => withTracking(parcel, row)),
    returns,
    restocked: summed(restocksOf(row).flatMap(({ unsent }) => unsent)),
    createdAt: placedAtOf(row),
  };
}

/** Oldest first. */
export function restocksOf({ restocks }: Pick<OrderRow, "restocks">): Restock[] {
  return restocks === null ? [] : JSON.parse(restocks);
}

function trackingOf({ tracking }: Pick<OrderRow, "tracking">): Order["tracking"] {
  return tracking === null ? null : JSON.parse(tracking);
}

/** The parcel that made the order fulfilled has the order's tracking, which an older version may have changed. */
function withTracking(parcel: Parcel, row: OrderRow): Parcel {
  return parcel.sentAt === row.fulfilled_at ? { ...parcel, tracking: trackingOf(row) } : parcel;
}

/**
 * When the order was placed; in older versions' orders, when it was recorded. `placedAt` is the SQL version.
 */
export function placedAtOf({ placed_at, created_at }: OrderRow): number {
  return placed_at ?? created_at;
}
