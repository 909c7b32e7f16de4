import type { ApiError } from "@counterpart/server/errors";
import type { Database } from "../../database/database.ts";
import type { ClaimedDuplicate } from "../../database/queries/buyers/duplicate-subscriptions.ts";
import { theService } from "../../domain/actor.ts";
import { holdsMoney, isLostDispute } from "../../domain/dispute.ts";
import { conflict } from "../../domain/error-codes.ts";
import type { Order } from "../../domain/order.ts";
import { refundableOf } from "../../domain/refund.ts";
import { isLive } from "../../domain/subscription-state.ts";
import type { Checkout } from "../checkout/checkout.ts";
import type { Provider } from "../provider/provider.ts";
import { isUnknownObject } from "../provider/provider-errors.ts";
import type { RefundOrder } from "../refunds/refund-order.ts";

export interface DuplicateParts {
  database: Pick<Database, "duplicateSubscriptions" | "subscriptions" | "checkoutSessions" | "orders">;
  provider: Pick<Provider, "cancelSubscription">;
  checkout: Pick<Checkout, "refresh">;
  refundOrder: RefundOrder;
}

/** Shown with the subscription at the provider. */
const comment = "The member already subscribed to this product, so the purchase was cancelled and refunded.";

/**
 * Cancels a member's second subscription to a product and refunds its order. Safe to repeat. Throws if it can't be
 * settled; it stays unsettled while a payment is pending.
 */
export async function settleDuplicate(duplicate: ClaimedDuplicate, parts: DuplicateParts): Promise<void> {
  const { database, refundOrder } = parts;
  if (duplicate.cancelledAt === null) await cancel(duplicate, parts);
  const order = await findOrder(duplicate, parts);
  if (!order || order.paymentStatus === "pending") {
    return database.duplicateSubscriptions.recordProblem(duplicate, null);
  }
  const address = { storeId: order.storeId, orderId: order.id };
  for (const payment of order.payments.filter((one) => refundableOf(one) > 0)) {
    const disputes = order.disputes.filter(({ paymentId }) => paymentId === payment.id);
    // The bank has already returned the money.
    if (disputes.some(isLostDispute)) continue;
    if (disputes.some(holdsMoney)) throw disputed();
    const token = `duplicate-${duplicate.subscriptionId}-${payment.id}`;
    await refundOrder(address, { paymentId: payment.id, token }, theService);
  }
  await database.duplicateSubscriptions.settle(duplicate);
}

function disputed(): ApiError {
  return conflict(
    "The buyer's bank disputes this payment. If you win, it is refunded; otherwise the bank returns the money to the buyer.",
  );
}

async function cancel(duplicate: ClaimedDuplicate, { database, provider }: DuplicateParts): Promise<void> {
  const { subscriptionId: id, account } = duplicate;
  const known = await database.subscriptions.find(id);
  try {
    const state = await provider.cancelSubscription({ id, account }, comment);
    if (known) await database.subscriptions.save({ ...known, ...state });
    if (isLive(state)) throw conflict("The payment provider didn't cancel the subscription.");
  } catch (error) {
    // A subscription that the provider doesn't know charges no one.
    if (!isUnknownObject(error)) throw error;
  }
  await database.duplicateSubscriptions.recordCancelled(duplicate);
}

/** Finds the order. There is none yet if only the subscription has been reported. */
async function findOrder(
  { storeId, checkoutSessionId: sessionId }: ClaimedDuplicate,
  { database, checkout }: DuplicateParts,
): Promise<Order | undefined> {
  const session = await database.checkoutSessions.find({ storeId, sessionId });
  if (session) await checkout.refresh(session);
  return (await database.orders.list({ storeId, sessionId, limit: 1 }))?.orders[0];
}
