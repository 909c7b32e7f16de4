import { createApiClient } from "../../generated/client.ts";
import { openStore } from "../../server/store/store.ts";
import type { Shop } from "../../server/store/stores.ts";
import { productionSettings } from "../helpers/server-process.ts";
import { type Merchant, sampleProducts } from "../helpers/world.ts";

export interface SeededShop {
  shop: Shop;
  key: string;
  products: Record<string, string>;
  /** How a process serves it, without limits. */
  env: Record<string, string>;
  /** The shop's owner at the server of this address. */
  merchantAt(url: string): Merchant;
}

/** Puts one shop into a database, as an operator would before the server starts. */
export async function seedShop(databaseUrl: string, paymentsUrl: string): Promise<SeededShop> {
  const store = await openStore(databaseUrl, Date.now);
  try {
    const shop = await store.stores.create({
      slug: "shop",
      name: "Harbour Press",
      currency: "eur",
      plan: "pro",
      isPublished: true,
      paymentsConfigured: true,
    });
    if (!shop) throw new Error("The slug is taken.");
    const { key } = await store.keys.create(shop.id, "test");
    await store.products.import(shop.id, sampleProducts);
    const products = Object.fromEntries(
      (await store.products.listAll(shop.id)).map(({ reference, _id }) => [reference, _id]),
    );
    const limits = ["global", "product-reads", "cart-writes", "checkout", "portal"];
    return {
      shop,
      key,
      products,
      env: {
        ...productionSettings(databaseUrl, paymentsUrl),
        RATE_LIMITS: limits.map((scope) => `${scope}=1000000`).join(","),
      },
      merchantAt: (url) => ({
        shop,
        key,
        products,
        client: createApiClient({ baseUrl: url, auth: { apiKey: key } }),
      }),
    };
  } finally {
    await store.close();
  }
}
