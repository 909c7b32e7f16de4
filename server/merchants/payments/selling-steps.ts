import type { Database } from "../../database/database.ts";
import { isLive } from "../../database/queries/keys/keys.ts";
import type { Store } from "../../database/queries/stores.ts";

/** A step that a store must, or should, take before it sells. */
export interface SellingStep {
  step: "plan" | "products" | "payments" | "webhook" | "key" | "published" | "return_addresses";
  isDone: boolean;
  /** Whether the store can sell without it. */
  isOptional: boolean;
  /** A sentence that describes the step. */
  text: string;
}

/**
 * The missing steps before a store sells, in the usual order.
 * @param demo the development store with the demo key, which isn't in the database
 */
export async function sellingSteps(
  { managedProducts, keys, providerEvents }: Pick<Database, "managedProducts" | "keys" | "providerEvents">,
  store: Store,
  now: number,
  demo?: { storeId: string },
): Promise<SellingStep[]> {
  const { id: storeId, successUrl, cancelUrl, portalReturnUrl } = store;
  const forSale = await managedProducts.list({ storeId, limit: 1, isActive: true });
  const hasKey = demo?.storeId === storeId || (await keys.list(storeId)).some((key) => isLive(key, now));
  const hasEvents = (await providerEvents.lastReceivedAt()) !== undefined;
  const hasAddresses = [successUrl, cancelUrl, portalReturnUrl].every((url) => url !== null);
  const needed = (step: SellingStep["step"], isDone: boolean, text: string): SellingStep => ({
    step,
    isDone,
    isOptional: false,
    text,
  });
  return [
    needed("products", (forSale?.products.length ?? 0) > 0, "At least one product is for sale."),
    needed("payments", store.paymentsConfigured, "An account at the payment provider receives the payments."),
    {
      ...needed(
        "webhook",
        hasEvents,
        "Events from the payment provider arrive. The first one comes with the first payment.",
      ),
      isOptional: true,
    },
    needed("plan", store.plan === "pro", "The store is on the Pro plan, which API keys require."),
    needed("key", hasKey, "The store has an active API key."),
    {
      ...needed(
        "return_addresses",
        hasAddresses,
        "Buyers return to your own pages after paying. Without redirect URLs, they see built-in pages.",
      ),
      isOptional: true,
    },
    needed("published", store.isPublished, "The store is published."),
  ];
}
