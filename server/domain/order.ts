import type { SnapshotLine } from "./checkout.ts";
import type { DisputeStatus } from "./dispute.ts";
import type { Metadata } from "./metadata.ts";
import type { Fulfilment, OrderStatus, RefundStatus } from "./order-state.ts";
import type { PaymentOutcome } from "./session-state.ts";
import type { ShippingAddress } from "./shipping-address.ts";

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
