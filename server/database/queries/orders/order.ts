import { summed } from "../../../domain/line-quantities.ts";
import type { Order } from "../../../domain/order.ts";
import { statusOf } from "../../../domain/order-state.ts";
import type { Parcel } from "../../../domain/parcels.ts";
import type { Restock } from "../../../domain/returns.ts";
import type { PaymentOutcome } from "../../../domain/session-state.ts";
import type { OrderRow } from "../../schema.ts";
import { camelCased } from "../camel-case.ts";
import {
  amountsFromColumns,
  linesFromColumn,
  metadataFromColumn,
  rateFromColumn,
} from "../purchase-columns.ts";

type Details = Pick<Order, "subscriptionId" | "payments" | "refunds" | "disputes" | "parcels" | "returns">;

export function toOrder(row: OrderRow, { parcels, ...details }: Details): Order {
  const { payments } = details;
  const { paid_amount: amount, paid_currency: currency } = row;
  const paymentStatus = row.payment_status as PaymentOutcome;
  return {
    ...camelCased(row, "id", "number", "store_id", "checkout_session_id", "cart_id", "payment_id", "total"),
    ...camelCased(row, "currency", "member_id", "customer_email", "customer_name", "customer_phone"),
    ...camelCased(row, "locale", "fulfilled_at"),
    ...details,
    status: statusOf({ paymentStatus, payments }),
    paymentStatus,
    lines: linesFromColumn(row.lines),
    amounts: amountsFromColumns(row),
    shippingRate: rateFromColumn(row.shipping_rate),
    paid: amount === null || currency === null ? null : { amount, currency },
    refunded: payments.reduce((sum, { refunded }) => sum + refunded, 0),
    shippingAddress: row.shipping_address === null ? null : JSON.parse(row.shipping_address),
    metadata: metadataFromColumn(row.metadata),
    ...(row.agent !== null && { agent: row.agent }),
    tracking: trackingOf(row),
    parcels: parcels.map((parcel) => withTracking(parcel, row)),
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

/** When the order was placed; in older versions' orders, when it was recorded. `placedAt` is the SQL version. */
export function placedAtOf({ placed_at, created_at }: OrderRow): number {
  return placed_at ?? created_at;
}
