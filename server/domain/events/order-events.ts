import { type DisputeStatus, isOpenDispute } from "../dispute.ts";
import type { RefundStatus } from "../order-state.ts";
import type { PaymentOutcome } from "../session-state.ts";
import type { EventType } from "./event-types.ts";

interface OrderProgress {
  paymentStatus: PaymentOutcome;
  /** Across all payments, in the currency's smallest unit. */
  refunded: number;
  refunds: { id: string; status: RefundStatus; amount: number }[];
  disputes: { id: string; status: DisputeStatus }[];
  parcels: { id: string }[];
  returns: { id: string; receivedAt: number | null }[];
  fulfilledAt: number | null;
}

/** The events between two states of an order; `before` is undefined for a new order. */
export function orderEvents(before: OrderProgress | undefined, after: OrderProgress): EventType[] {
  const earlier = before ?? unborn;
  const failed = after.refunds.filter(
    ({ id, status }) => status === "failed" && statusIn(earlier.refunds, id) !== "failed",
  );
  return [
    ...(before ? [] : ["order.placed" as const]),
    ...paymentEvents(earlier, after),
    ...(after.refunded > earlier.refunded - sumCounted(earlier, failed) ? ["order.refunded" as const] : []),
    ...failed.map(() => "order.refund_failed" as const),
    ...after.disputes.flatMap((dispute) => disputeEvents(statusIn(earlier.disputes, dispute.id), dispute)),
    ...newIn(earlier.parcels, after.parcels).map(() => "order.shipped" as const),
    ...newIn(received(earlier), received(after)).map(() => "order.returned" as const),
    ...(earlier.fulfilledAt === null && after.fulfilledAt !== null ? ["order.fulfilled" as const] : []),
  ];
}

const unborn: OrderProgress = {
  paymentStatus: "pending",
  refunded: 0,
  refunds: [],
  disputes: [],
  parcels: [],
  returns: [],
  fulfilledAt: null,
};

function paymentEvents(before: OrderProgress, after: OrderProgress): EventType[] {
  if (before.paymentStatus === after.paymentStatus) return [];
  if (after.paymentStatus === "paid") return ["order.paid"];
  return after.paymentStatus === "failed" ? ["order.payment_failed"] : [];
}

/** How much these refunds contributed to the refunded sum before they failed. */
function sumCounted({ refunds }: OrderProgress, failed: { id: string; amount: number }[]): number {
  return failed
    .filter(({ id }) => statusIn(refunds, id) !== undefined)
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** A closed dispute may later be decided differently. */
function disputeEvents(
  before: DisputeStatus | undefined,
  after: { id: string; status: DisputeStatus },
): EventType[] {
  return [
    ...(before === undefined ? ["order.disputed" as const] : []),
    ...(before !== after.status && !isOpenDispute(after) ? ["order.dispute_closed" as const] : []),
  ];
}

function received({ returns }: OrderProgress) {
  return returns.filter(({ receivedAt }) => receivedAt !== null);
}

function newIn<One extends { id: string }>(earlier: One[], list: One[]): One[] {
  return list.filter(({ id }) => !earlier.some((one) => one.id === id));
}

function statusIn<Status>(list: { id: string; status: Status }[], id: string): Status | undefined {
  return list.find((one) => one.id === id)?.status;
}
