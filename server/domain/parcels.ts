import type { SnapshotLine } from "./checkout.ts";
import { type DisputeStatus, isLostDispute } from "./dispute.ts";
import { conflict } from "./error-codes.ts";
import { type LineQuantity, type LineRule, refuseExcess, without } from "./line-quantities.ts";
import { type OrderStatus, refuseUnpaid, type Tracking } from "./order-state.ts";
import { nameWithOptions } from "./product.ts";

export type ParcelLine = LineQuantity;

/** Items of an order that were sent together. */
export interface Parcel {
  id: string;
  lines: ParcelLine[];
  tracking: Tracking | null;
  /** Milliseconds since 1970, later than the order's earlier parcels. */
  sentAt: number;
}

export interface Sendable {
  lines: SnapshotLine[];
  parcels: { lines: ParcelLine[] }[];
  /** What was put back in stock without having been sent. */
  restocked?: ParcelLine[] | undefined;
  shippingAddress: unknown;
  fulfilledAt: number | null;
}

/** What is left to send: nothing of a fulfilled order, even if an older version recorded no parcels. */
export function unsentLines(order: Sendable): SnapshotLine[] {
  if (order.fulfilledAt !== null || order.shippingAddress === null) return [];
  const sent = order.parcels.flatMap(({ lines }) => lines);
  return without(order.lines.filter(isShipped), [...sent, ...(order.restocked ?? [])]);
}

/** Whether the order has something to send. The queries repeat the rule in SQL. */
export function isUnsent(
  order: Sendable & { status: OrderStatus; disputes: { status: DisputeStatus }[] },
): boolean {
  const isPaid = order.status === "paid" || order.status === "partially_refunded";
  return isPaid && !order.disputes.some(isLostDispute) && unsentLines(order).length > 0;
}

/** `2 × Tide calendar 2027, 1 × Scarf – Red` */
export function contentText(content: ParcelLine[], lines: SnapshotLine[]): string {
  return content
    .map(({ productId, quantity }) => {
      const line = lines.find((one) => one.productId === productId);
      return `${quantity} × ${line ? nameWithOptions(line) : productId}`;
    })
    .join(", ");
}

/** Lines of versions that didn't record it belong to orders with an address, so they are shipped. */
function isShipped({ requiresShipping = true }: SnapshotLine): boolean {
  return requiresShipping;
}

/**
 * The lines of the order's next parcel.
 * @param wanted by default, all that is left
 * @throws CONFLICT if the order can't be sent, or not so much of it
 */
export function nextParcel(order: Sendable & { status: OrderStatus }, wanted?: ParcelLine[]): ParcelLine[] {
  refuseUnpaid(order.status, "nothing can be sent");
  const left = unsentLines(order);
  if (left.length === 0) throw conflict("Nothing of this order is left to send.");
  if (!wanted) return left.map(({ productId, quantity }) => ({ productId, quantity }));
  return refuseExcess(wanted, { left, named: order.lines }, unsentRule);
}

const unsentRule: LineRule = {
  rule: "unsent",
  pointer: "/lines",
  sentence: (name, available) =>
    available === 0
      ? `Nothing of "${name}" is left to send.`
      : `Only ${available} of "${name}" ${available === 1 ? "is" : "are"} left to send.`,
  message: (available) => `${available} left to send`,
};
