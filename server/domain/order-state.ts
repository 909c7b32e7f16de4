import { conflict } from "./error-codes.ts";
import { secretHash } from "./secret-hash.ts";
import type { PaymentOutcome } from "./session-state.ts";

/** The payment status of an order. */
export const orderStatuses = [
  "pending",
  "paid",
  "failed",
  "partially_refunded",
  "refunded",
] as const satisfies (PaymentOutcome | "partially_refunded" | "refunded")[];

export type OrderStatus = (typeof orderStatuses)[number];

/** Pending refunds count as refunded; failed ones don't. */
export type RefundStatus = "pending" | "succeeded" | "failed";

/** How to track a parcel. */
export interface Tracking {
  carrier: string | null;
  number: string;
  url: string | null;
}

export interface Fulfilment {
  /** Milliseconds since 1970; null until it is fulfilled. */
  fulfilledAt: number | null;
  tracking: Tracking | null;
}

/** Omitted fields stay unchanged. */
export interface FulfilmentChange {
  fulfilled?: boolean | undefined;
  tracking?: Tracking | null | undefined;
}

/** The status of an order with this outcome and these payments. The queries repeat the rule in SQL. */
export function statusOf({
  paymentStatus,
  payments,
}: {
  paymentStatus: PaymentOutcome;
  payments: { amount: number; refunded: number }[];
}): OrderStatus {
  if (paymentStatus !== "paid" || payments.every(({ refunded }) => refunded === 0)) return paymentStatus;
  return payments.every(({ amount, refunded }) => refunded >= amount) ? "refunded" : "partially_refunded";
}

/** The fulfilment after a change. Throws CONFLICT when the order doesn't allow the change. */
export function fulfilmentAfter(
  { status, fulfilledAt, tracking }: Fulfilment & { status: OrderStatus },
  change: FulfilmentChange,
  now: number,
): Fulfilment {
  const isFulfilled = change.fulfilled ?? fulfilledAt !== null;
  if (!isFulfilled) {
    if (change.tracking) {
      throw conflict("Only a fulfilled order has tracking. Send `fulfilled: true` with it.");
    }
    return { fulfilledAt: null, tracking: null };
  }
  // A fulfilled order stays fulfilled, even after a refund or a lost dispute.
  if (fulfilledAt === null) refuseUnpaid(status, "it can't be fulfilled");
  return {
    fulfilledAt: fulfilledAt ?? now,
    tracking: change.tracking === undefined ? tracking : change.tracking,
  };
}

/** Changes whenever the fulfilment, the tracking, the parcels or what is left to send do. */
export function fulfilmentVersion({
  fulfilledAt,
  tracking,
  parcels,
  restocked,
}: Fulfilment & { parcels: { id: string }[]; restocked: object[] }): string {
  const later = restocked.length > 0 ? [restocked] : [];
  const ids = parcels.map(({ id }) => id);
  return secretHash(JSON.stringify([fulfilledAt, tracking, ids, ...later])).slice(0, 16);
}

const whyNotFulfillable: Partial<Record<OrderStatus, string>> = {
  pending: "The order hasn't been paid yet",
  failed: "The payment of this order failed",
  refunded: "The order was refunded in full",
};

/** Throws CONFLICT unless the order has been paid and not fully refunded. */
export function refuseUnpaid(status: OrderStatus, consequence: string): void {
  const why = whyNotFulfillable[status];
  if (why !== undefined) throw conflict(`${why}, so ${consequence}.`);
}
