import { ApiError } from "@counterpart/server/errors";
import type { SnapshotLine } from "./checkout.ts";
import { without } from "./line-quantities.ts";
import type { Order } from "./order.ts";
import { unsentLines } from "./parcels.ts";
import { quantityOf } from "./stock.ts";

export interface PackingSlip {
  lines: Pick<SnapshotLine, "productId" | "name" | "options" | "sku" | "quantity">[];
  /** Whether other items of the order are in other parcels. */
  isPart: boolean;
}

/**
 * What a parcel contains. Without a parcel: what is left to send, or everything that was sent.
 * @throws NOT_FOUND if the order has no such parcel
 */
export function packingSlip(order: Order, parcelId?: string): PackingSlip {
  const { parcels } = order;
  if (parcelId === undefined) {
    const left = unsentLines(order);
    if (left.length > 0) return { lines: left, isPart: parcels.length > 0 };
    const kept = without(order.lines, order.restocked);
    const shipped = kept.filter(({ requiresShipping }) => requiresShipping !== false);
    return { lines: shipped.length > 0 ? shipped : kept, isPart: false };
  }
  const parcel = parcels.find(({ id }) => id === parcelId);
  if (!parcel) throw new ApiError("NOT_FOUND", "The order has no such parcel.");
  const lines = order.lines.flatMap((line) => {
    const quantity = quantityOf(parcel.lines, line.productId);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
  return { lines, isPart: parcels.length > 1 || order.fulfilledAt === null };
}
