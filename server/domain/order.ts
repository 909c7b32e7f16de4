import type { DisputeStatus } from "./dispute.ts";
import type { Fulfilment, OrderStatus, RefundStatus } from "./order-state.ts";
import type { Parcel, ParcelLine } from "./parcels.ts";
import type { RefundContent } from "./refund-content.ts";
import type { OrderReturn } from "./returns.ts";
import type { Sale } from "./sale.ts";
import type { PaymentOutcome } from "./session-state.ts";

/** A sale. Amounts are in the currency's smallest unit, instants in milliseconds since 1970. */
export interface Order extends Sale, Fulfilment {
  /** How merchants and buyers refer to it, unique in the store; null until the sweeper has numbered it. */
  number: number | null;
  checkoutSessionId: string;
  /** Null for orders of versions that didn't record it. */
  cartId: string | null;
  /** The provider's `sub_…`; null without a subscription, and until it is reported. */
  subscriptionId: string | null;
  status: OrderStatus;
  /** The provider's `pi_…` of the first payment; null while there is none, and for free orders. */
  paymentId: string | null;
  paymentStatus: PaymentOutcome;
  /** The amount paid at checkout that the provider reported, normally `totalOf` the order; null until it is paid. */
  paid: { amount: number; currency: string } | null;
  /** The order's payment and, for a subscription, those of its renewals; oldest first. */
  payments: OrderPayment[];
  /** Across all payments. */
  refunded: number;
  /** Oldest first. Empty for orders of versions that only recorded sums. */
  refunds: OrderRefund[];
  disputes: Dispute[];
  /** Oldest first. Empty for orders that older versions marked as fulfilled. */
  parcels: Parcel[];
  /** Oldest first. */
  returns: OrderReturn[];
  /** What was put back in stock without having been sent. */
  restocked: ParcelLine[];
  /** When the buyer placed it, by the provider's clock. Lists are in the order of recording, which may differ. */
  createdAt: number;
}

export interface Payment {
  /** The provider's `pi_…`. */
  id: string;
  /** The provider's `in_…`; null unless it pays for a subscription. */
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

/** With what it was for: no lines and no shipping if an amount was refunded. */
export interface OrderRefund extends PaymentRefund, RefundContent {
  /** When a person marked it as resolved, because the buyer got the money another way; null for others. */
  resolvedAt: number | null;
}

/** A payment disputed at the buyer's bank. */
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
  /** The deadline for evidence; null when unknown. */
  dueAt: number | null;
}
