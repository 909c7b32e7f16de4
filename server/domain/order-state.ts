import { ApiError } from "@counterpart/server/errors";
import { type DisputeStatus, isLostDispute } from "./dispute.ts";
import { secretHash } from "./secret-hash.ts";
import type { PaymentOutcome } from "./session-state.ts";

/** What has become of an order's money. */
export const orderStatuses = [
  "pending",
  "paid",
  "failed",
  "partially_refunded",
  "refunded",
] as const satisfies (PaymentOutcome | "partially_refunded" | "refunded")[];

export type OrderStatus = (typeof orderStatuses)[number];

/** Pending refunds count as refunded, failed ones don't. */
export type RefundStatus = "pending" | "succeeded" | "failed";

/** How a parcel can be followed. */
export interface Tracking {
  carrier: string | null;
  number: string;
  url: string | null;
}

export interface Fulfilment {
  /** Milliseconds since 1970; null while it isn't fulfilled. */
  fulfilledAt: number | null;
  tracking: Tracking | null;
}

/** What is left out stays as it is. */
export interface FulfilmentChange {
  fulfilled?: boolean | undefined;
  tracking?: Tracking | null | undefined;
}

/** The status of an order with this outcome and these payments. The queries have the same rule in SQL. */
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

/**
 * Whether the order has something physical that is still to be sent: only such orders have an address. The queries have the
 * same rule in SQL.
 */
export function isUnsent({
  status,
  fulfilledAt,
  shippingAddress,
  disputes,
}: {
  status: OrderStatus;
  fulfilledAt: number | null;
  shippingAddress: unknown;
  disputes: { status: DisputeStatus }[];
}): boolean {
  const isPaid = status === "paid" || status === "partially_refunded";
  return isPaid && fulfilledAt === null && shippingAddress !== null && !disputes.some(isLostDispute);
}

/** The fulfilment after a change. Throws CONFLICT when the order can't be changed like this. */
export function fulfilmentAfter(
  { status, fulfilledAt, tracking }: Fulfilment & { status: OrderStatus },
  change: FulfilmentChange,
  now: number,
): Fulfilment {
  const isFulfilled = change.fulfilled ?? fulfilledAt !== null;
  if (!isFulfilled) {
    if (change.tracking) {
      throw new ApiError("CONFLICT", "Only a fulfilled order has tracking. Send `fulfilled: true` with it.");
    }
    return { fulfilledAt: null, tracking: null };
  }
  // What is fulfilled already stays so, whatever has become of the money since.
  if (fulfilledAt === null) refuseUnpaid(status);
  return {
    fulfilledAt: fulfilledAt ?? now,
    tracking: change.tracking === undefined ? tracking : change.tracking,
  };
}

/** Changes with every change of whether and how the order was sent. */
export function fulfilmentVersion({ fulfilledAt, tracking }: Fulfilment): string {
  return secretHash(JSON.stringify([fulfilledAt, tracking])).slice(0, 16);
}

const whyNotFulfillable: Partial<Record<OrderStatus, string>> = {
  pending: "The order hasn't been paid yet",
  failed: "The payment of this order failed",
  refunded: "The order was refunded in full",
};

function refuseUnpaid(status: OrderStatus): void {
  const why = whyNotFulfillable[status];
  if (why !== undefined) throw new ApiError("CONFLICT", `${why}, so it can't be fulfilled.`);
}
