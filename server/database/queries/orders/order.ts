import type { SnapshotLine } from "../../../domain/checkout.ts";
import type { DisputeStatus } from "../../../domain/dispute.ts";
import type { Metadata } from "../../../domain/metadata.ts";
import {
  type Fulfilment,
  type OrderStatus,
  type RefundStatus,
  statusOf,
} from "../../../domain/order-state.ts";
import type { PaymentOutcome } from "../../../domain/session-state.ts";
import type { ShippingAddress } from "../../../domain/shipping-address.ts";
import type { OrderRow } from "../../schema.ts";
import { metadataFromColumn } from "../metadata-column.ts";

/** What was sold. Amounts in the currency's smallest unit, instants in milliseconds since 1970. */
export interface Order extends Fulfilment {
  id: string;
  storeId: string;
  checkoutSessionId: string;
  /** Null for orders of versions that didn't record it. */
  cartId: string | null;
  /** The provider's `sub_…`; null for what isn't a subscription, and until it is reported. */
  subscriptionId: string | null;
  status: OrderStatus;
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
  /** Oldest first. Versions that recorded only sums left none. */
  refunds: OrderRefund[];
  disputes: Dispute[];
  currency: string;
  memberId: string | null;
  customerEmail: string | null;
  customerName: string | null;
  customerPhone: string | null;
  shippingAddress: ShippingAddress | null;
  metadata: Metadata;
  /** When the buyer placed it, by the provider's clock. Lists are in the order of recording, which may be another. */
  createdAt: number;
}

export interface Payment {
  /** The provider's `pi_…`. */
  id: string;
  /** The provider's `in_…`; null for what isn't a subscription. */
  invoiceId: string | null;
  amount: number;
  currency: string;
  /** By the provider's clock. */
  paidAt: number;
}

export interface OrderPayment extends Payment {
  refunded: number;
}

export interface PaymentRefund {
  /** The provider's `re_…`. */
  id: string;
  paymentId: string;
  amount: number;
  currency: string;
  status: RefundStatus;
  createdAt: number;
}

export interface OrderRefund extends PaymentRefund {
  /** When a person marked it as resolved, because the buyer got the money in another way; null for others. */
  resolvedAt: number | null;
}

/** A payment that the buyer's bank disputes. */
export interface Dispute {
  /** The provider's `du_…`. */
  id: string;
  paymentId: string;
  status: DisputeStatus;
  /** The provider's reason: fraudulent, product_not_received … */
  reason: string;
  amount: number;
  currency: string;
  openedAt: number;
  /** Until when the provider takes evidence; null where it isn't known. */
  dueAt: number | null;
}

export function toOrder(
  row: OrderRow,
  {
    subscriptionId,
    payments,
    refunds,
    disputes,
  }: Pick<Order, "subscriptionId" | "payments" | "refunds" | "disputes">,
): Order {
  const { paid_amount: amount, paid_currency: currency } = row;
  const paymentStatus = row.payment_status as PaymentOutcome;
  return {
    id: row.id,
    storeId: row.store_id,
    checkoutSessionId: row.checkout_session_id,
    cartId: row.cart_id,
    subscriptionId,
    status: statusOf({ paymentStatus, payments }),
    paymentId: row.payment_id,
    paymentStatus,
    lines: JSON.parse(row.lines),
    total: row.total,
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
    fulfilledAt: row.fulfilled_at,
    tracking: row.tracking === null ? null : JSON.parse(row.tracking),
    createdAt: placedAtOf(row),
  };
}

/** Versions that didn't record it knew only when they learned of the order. `placedAt` is the same in SQL. */
export function placedAtOf({ placed_at, created_at }: OrderRow): number {
  return placed_at ?? created_at;
}
