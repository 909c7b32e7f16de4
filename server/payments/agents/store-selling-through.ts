import { ApiError } from "@counterpart/server/errors";
import type { Database } from "../../database/database.ts";
import type { Store } from "../../database/queries/stores.ts";
import type { AgentProtocol } from "../../domain/agent-protocol.ts";

/**
 * The store, if agents can buy there through a protocol.
 * @throws ApiError 403 otherwise
 */
export async function storeSellingThrough(
  { stores }: Pick<Database, "stores">,
  storeId: string,
  protocol: AgentProtocol,
): Promise<Store> {
  const store = await stores.get(storeId);
  if (!store.sellsThrough.includes(protocol)) {
    throw new ApiError("FORBIDDEN", "The store doesn’t sell through agents. The merchant can turn that on.");
  }
  if (!store.isPublished) {
    throw new ApiError("store_unpublished", "The store isn’t published yet, so nothing can be bought.", {
      status: 403,
    });
  }
  if (!store.paymentsConfigured) {
    const message = "The store isn’t connected to the payment provider yet.";
    throw new ApiError("payments_not_configured", message, { status: 403 });
  }
  return store;
}
