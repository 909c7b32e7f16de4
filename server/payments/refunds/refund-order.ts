import type { Database } from "../../database/database.ts";
import type { RequestedRefund } from "../../database/queries/orders/request-refund.ts";
import type { Actor } from "../../domain/actor.ts";
import type { RefundRequest } from "../../domain/refund.ts";
import type { Provider } from "../provider/provider.ts";

/** A refund that the provider has accepted. */
export interface AcceptedRefund extends Pick<RequestedRefund, "paymentId" | "amount" | "currency"> {
  /** The provider's `re_…`. */
  id: string;
}

/**
 * Refunds an order through the provider: all that is left of its payment, or an amount. Undefined when the store has no
 * such order. Throws CONFLICT for more than was paid, and where the provider refuses.
 */
export type RefundOrder = (
  address: { storeId: string; orderId: string },
  request: RefundRequest,
  by: Actor,
) => Promise<AcceptedRefund | undefined>;

/** The order itself changes when the provider reports the refund. */
export function createRefundOrder({
  database,
  provider,
}: {
  database: Pick<Database, "orders">;
  provider: Pick<Provider, "refund">;
}): RefundOrder {
  return async (address, request, by) => {
    const requested = await database.orders.requestRefund(address, request, by);
    if (!requested) return undefined;
    const { paymentId, amount, currency } = requested;
    const { id } = await provider.refund(requested);
    return { id, paymentId, amount, currency };
  };
}
