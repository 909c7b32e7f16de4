import type { Database } from "../../database/database.ts";
import type { Order } from "../../domain/order.ts";
import { isTaxedByLine, type TaxOnTop } from "../../domain/refund-content.ts";
import type { Provider } from "../provider/provider.ts";

/** Reads how much tax each line of an order had. Undefined where that follows from prices, and for subscriptions. */
export type ReadTaxes = (order: Order) => Promise<TaxOnTop | undefined>;

export interface ReadTaxesParts {
  database: Pick<Database, "agentSessions" | "orders">;
  provider: Pick<Provider, "readTaxes">;
}

export function createReadTaxes({
  database: { agentSessions, orders },
  provider,
}: ReadTaxesParts): ReadTaxes {
  return async ({ checkoutSessionId, ...order }) => {
    const [payment] = order.payments;
    if (!payment || order.subscriptionId !== null || !isTaxedByLine(order)) return undefined;
    if (order.agent !== undefined) {
      const taxes = await agentSessions.taxes(checkoutSessionId);
      return taxes && { lines: new Map(taxes.lines), shipping: taxes.shipping };
    }
    const account = (await orders.accountOf(checkoutSessionId)) ?? null;
    return provider.readTaxes({ id: payment.id, account });
  };
}
