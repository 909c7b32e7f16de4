import { ApiError } from "@counterpart/server/errors";
import type { SnapshotLine } from "./checkout.ts";
import { type LineRule, refuseExcess, without } from "./line-quantities.ts";
import type { OrderStatus } from "./order-state.ts";
import type { ParcelLine } from "./parcels.ts";

/** Items of an order that the buyer sends back. */
export interface OrderReturn {
  id: string;
  lines: ParcelLine[];
  reason: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** When they arrived; null before. */
  receivedAt: number | null;
  /** What was put back in stock on arrival. */
  restocked: ParcelLine[];
  /** The refund made for it, `re_…`; null without one. */
  refundId: string | null;
}

/** As in the contract's CreateReturnRequest, in characters. */
export const maxReasonLength = 500;

interface Returnable {
  status: OrderStatus;
  lines: SnapshotLine[];
  returns: { lines: ParcelLine[] }[];
}

const returnRule: LineRule = {
  rule: "returnable",
  pointer: "/lines",
  sentence: (name, available) =>
    available === 0
      ? `Nothing more of "${name}" can be returned.`
      : `Only ${available} of "${name}" can be returned.`,
  message: (available) => `${available} can be returned`,
};

const restockRule: LineRule = {
  rule: "restock",
  pointer: "/restock",
  sentence: (name, available) => `${available} of "${name}" can be put back in stock.`,
  message: (available) => `${available} can be put back`,
};

/** How many of each line can still be returned: what was sold, less earlier returns. */
export function returnableLines({ lines, returns }: Returnable): SnapshotLine[] {
  const returned = returns.flatMap((one) => one.lines);
  return without(lines, returned);
}

/**
 * The lines of a new return.
 * @throws CONFLICT if the order wasn't paid, or less was sold
 */
export function newReturnLines(order: Returnable, wanted: ParcelLine[]): ParcelLine[] {
  if (order.status === "pending" || order.status === "failed") {
    throw new ApiError("CONFLICT", "The order hasn't been paid, so nothing can be returned.");
  }
  return refuseExcess(wanted, { left: returnableLines(order), named: order.lines }, returnRule);
}

/**
 * What is put back in stock when a return arrives.
 * @param sold what of the order can still be put back in stock
 * @throws CONFLICT if more was wanted than was returned, or can be put back
 */
export function restockedLines(
  order: { lines: SnapshotLine[] },
  { lines }: Pick<OrderReturn, "lines">,
  sold: ParcelLine[],
  wanted: ParcelLine[],
): ParcelLine[] {
  const left = lines.flatMap(({ productId, quantity: returned }) => {
    const quantity = Math.min(returned, sold.find((line) => line.productId === productId)?.quantity ?? 0);
    return quantity > 0 ? [{ productId, quantity }] : [];
  });
  return refuseExcess(wanted, { left, named: order.lines }, restockRule);
}
