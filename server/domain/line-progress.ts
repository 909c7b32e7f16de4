import type { SnapshotLine } from "./checkout.ts";
import type { Order } from "./order.ts";
import { quantityOf } from "./stock.ts";

/** How far a line of an order is, as agents are shown it. */
export interface LineProgress {
  ordered: number;
  /** Without those that came back. */
  current: number;
  /** Of the current ones: those that were sent, or need no parcel. */
  fulfilled: number;
  status: "processing" | "partial" | "fulfilled" | "removed";
}

export function lineProgress(
  { parcels, returns, fulfilledAt }: Pick<Order, "parcels" | "returns" | "fulfilledAt">,
  { productId, quantity: ordered, requiresShipping }: SnapshotLine,
): LineProgress {
  const arrived = returns.filter(({ receivedAt }) => receivedAt !== null);
  const returned = arrived.flatMap(({ lines }) => lines);
  const sent = parcels.flatMap(({ lines }) => lines);
  const current = Math.max(0, ordered - quantityOf(returned, productId));
  const isDelivered = fulfilledAt !== null || requiresShipping === false;
  const fulfilled = isDelivered ? current : Math.min(current, quantityOf(sent, productId));
  return { ordered, current, fulfilled, status: statusOf(current, fulfilled) };
}

function statusOf(current: number, fulfilled: number): LineProgress["status"] {
  if (current === 0) return "removed";
  if (fulfilled === 0) return "processing";
  return fulfilled === current ? "fulfilled" : "partial";
}
