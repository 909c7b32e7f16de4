import { createApiClient } from "../../../generated/client.ts";
import { openDatabase } from "../../../server/database/database.ts";
import type { NewStore } from "../../../server/database/queries/stores.ts";
import { noLimits, productionSettings } from "../processes/server-process.ts";
import { type Merchant, sampleProducts } from "../world.ts";
import { type SeededMerchant, seedMerchant } from "./seed-merchant.ts";

export interface SeededShop extends SeededMerchant {
  /** The environment of a process that serves it, without rate limits. */
  env: Record<string, string>;
  /** The merchant of this shop, as a caller of the server at this address. */
  merchantAt(url: string): Merchant;
}

/** Adds one shop to a database, as an operator would before the server starts. */
export async function seedShop(
  databaseUrl: string,
  paymentsUrl: string,
  changes: Partial<NewStore> = {},
): Promise<SeededShop> {
  const database = await openDatabase(databaseUrl, Date.now);
  try {
    const seeded = await seedMerchant(database, { slug: "shop", ...changes }, sampleProducts);
    return {
      ...seeded,
      env: { ...productionSettings(databaseUrl, paymentsUrl), ...noLimits },
      merchantAt: (url) => ({
        ...seeded,
        client: createApiClient({ baseUrl: url, auth: { apiKey: seeded.key } }),
      }),
    };
  } finally {
    await database.close();
  }
}
