import { ApiError, unavailable } from "@counterpart/server/errors";
import type { Database } from "../../database/database.ts";
import type { OrderAddress } from "../../database/queries/orders/read-orders.ts";
import type { RequestedRefund } from "../../database/queries/orders/request-refund.ts";
import type { Actor } from "../../domain/actor.ts";
import { conflict } from "../../domain/error-codes.ts";
import { displayAmount } from "../../domain/money.ts";
import type { RefundRequest } from "../../domain/refund.ts";
import type { Provider } from "../provider/provider.ts";
import { isProviderAway } from "../provider/provider-errors.ts";
import { isRefusedRefund } from "../provider/refused-refund.ts";
import { createReadTaxes } from "./read-taxes.ts";

/** A refund that the provider has accepted. */
export interface AcceptedRefund extends Pick<RequestedRefund, "paymentId" | "amount" | "currency"> {
  /** The provider's `re_…`. */
  id: string;
  /** Whether an earlier request made this refund, so that no money moved now. */
  isRepeated: boolean;
}

/**
 * Refunds items, an amount, or the rest of a payment, through the provider. Undefined if the store has no such order.
 * Throws CONFLICT if it can't be refunded, and INTERNAL_ERROR if the outcome is unknown: then repeat the request.
 */
export type RefundOrder = (
  address: OrderAddress,
  request: RefundRequest,
  by: Actor,
) => Promise<AcceptedRefund | undefined>;

export interface RefundOrderParts {
  database: Pick<Database, "agentSessions" | "orders">;
  provider: Pick<Provider, "refund" | "readRefunds" | "readTaxes">;
}

export function createRefundOrder({ database, provider }: RefundOrderParts): RefundOrder {
  const { orders } = database;
  const readTaxes = createReadTaxes({ database, provider });
  return async (address, request, by) => {
    await recordOpenRefunds(address);
    const sold = request.content && (await orders.find(address));
    const taxes = sold && (await readTaxes(sold));
    const requested = await orders.requestRefund(address, request, by, taxes);
    if (!requested) return undefined;
    const { paymentId, amount, currency, hasSameToken } = requested;
    const { refundId, refundStatus } = requested;
    const made =
      refundId === null
        ? await make(address, requested)
        : { id: refundId, status: refundStatus ?? "pending" };
    const isFirstShown = await orders.answerRefundRequest(requested.id, by);
    if (made.status === "failed") {
      throw conflict("This refund failed at the payment provider. Check the order.");
    }
    const isRepeated = !isFirstShown || (refundId !== null && !hasSameToken);
    return { id: made.id, paymentId, amount, currency, isRepeated };
  };

  /** The provider forgets idempotency keys after a day, but never a refund. */
  async function recordOpenRefunds(address: OrderAddress): Promise<void> {
    for (const open of await orders.unconfirmedRefunds(address)) {
      const { paymentId: id, account } = open;
      const refunds = await provider.readRefunds({ id, account }).catch((error) => throwUnknown(open, error));
      await orders.recordRefunds(refunds);
    }
  }

  async function make(address: OrderAddress, requested: RequestedRefund) {
    try {
      const refund = await provider.refund(requested);
      await orders.recordMadeRefund({ ...address, requestId: requested.id }, refund);
      return refund;
    } catch (error) {
      if (!isRefusedRefund(error)) throwUnknown(requested, error);
      await orders.refuseRefundRequest(requested.id);
      throw error;
    }
  }
}

/** Throws an error that explains what to do about a refund with an unknown outcome. */
function throwUnknown({ amount, currency }: RequestedRefund, cause: unknown): never {
  if (cause instanceof ApiError && !isProviderAway(cause.cause)) throw cause;
  const sum = displayAmount(amount, currency);
  throw unavailable(
    `It isn't known whether ${sum} was refunded, because the payment provider didn't respond. Check the order before you continue. Repeating the same refund doesn't refund twice. If this error persists, repeat it after ten minutes.`,
    { cause },
  );
}
