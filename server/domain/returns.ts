import type { SnapshotLine } from "./checkout.ts";
import { conflict } from "./error-codes.ts";
import { atMost, type LineRule, refuseExcess, ruleFor, summed, without } from "./line-quantities.ts";
import type { OrderStatus } from "./order-state.ts";
import { type ParcelLine, type Sendable, unsentLines } from "./parcels.ts";

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

const returnRule = ruleFor("returnable", "returned");

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
    throw conflict("The order hasn't been paid, so nothing can be returned.");
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
  return refuseExcess(wanted, { left: atMost(lines, sold), named: order.lines }, restockRule);
}

/** Items that were put back in stock, and why. */
export interface Restock {
  /** The id of the refund or the return. */
  reason: string;
  /** Those of them that hadn't been sent, and won't be. */
  unsent: ParcelLine[];
}

type Restockable = Sendable & Pick<Returnable, "returns">;

/** What can be put back in stock with a refund: what the order took from the stock, and what isn't sent yet. */
export function refundableItems(order: Restockable, sold: ParcelLine[]): SnapshotLine[] {
  const unsent = unsentLines(order);
  return order.lines.flatMap((line) => {
    const [most] = [sold, unsent]
      .flatMap((lines) => lines.filter(({ productId }) => productId === line.productId))
      .map(({ quantity }) => quantity)
      .sort((one, other) => other - one);
    return most === undefined ? [] : [{ ...line, quantity: most }];
  });
}

/** Checked before money moves. Throws CONFLICT for more than was bought. */
export function refuseUnbought({ lines }: { lines: SnapshotLine[] }, wanted: ParcelLine[]): void {
  refuseExcess(wanted, { left: lines, named: lines }, restockRule);
}

/** Which restocked items of a return weren't sent: those beyond what was sent and hasn't come back before. */
export function unsentOfReturn(
  order: Sendable & { returns: OrderReturn[] },
  restocked: ParcelLine[],
): ParcelLine[] {
  const back = order.returns.filter(({ receivedAt }) => receivedAt !== null).flatMap(({ lines }) => lines);
  const sent = summed(order.parcels.flatMap(({ lines }) => lines));
  return atMost(without(restocked, without(sent, back)), unsentLines(order));
}
