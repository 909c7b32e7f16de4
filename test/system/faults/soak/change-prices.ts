import type { Database } from "../../../../server/database/database.ts";
import type { ProductInput } from "../../../../server/database/queries/products/products.ts";
import type { SeededShop } from "../../../helpers/data/seed-shop.ts";
import { sampleProducts } from "../../../helpers/world.ts";
import { count } from "./purchase.ts";
import type { UnreliableServer } from "./unreliable-server.ts";

/** The merchant's products: those of other tests, and a subscription that begins with a trial. */
function products(monthlyPrice: number): ProductInput[] {
  return sampleProducts.flatMap((product) => {
    if (product.reference !== "monthly") return [product];
    const priced = { ...product, priceInCents: monthlyPrice };
    return [priced, { ...priced, reference: "trial", name: "Print Club, on trial", trialDays: 14 }];
  });
}

const subscriptions = ["monthly", "trial"];

/** Adds the subscription with a trial, and returns the products' ids by reference. */
export async function addTrial(database: Database, { store }: SeededShop): Promise<Record<string, string>> {
  await database.products.import(store.id, products(900));
  const all = await database.products.listAll(store.id);
  return Object.fromEntries(all.map(({ reference, _id }) => [reference, _id]));
}

/**
 * Changes the price of the subscriptions, also for existing subscribers. The command is killed while it is at work, and run
 * again.
 */
export async function changePrices(
  database: Database,
  { store }: SeededShop,
  { server, priceInCents, figures }: PriceChanges,
): Promise<void> {
  await database.products.import(store.id, products(priceInCents));
  for (const reference of subscriptions) {
    const args = ["subscriptions", "reprice", reference, "--store", store.slug, "--yes"];
    const killed = await server.command(args, killedAfterMs).then(
      () => false,
      () => true,
    );
    if (!killed) continue;
    count(figures, "price changes killed");
    await server.command(args);
  }
  count(figures, "price changes");
}

export interface PriceChanges {
  server: Pick<UnreliableServer, "command">;
  priceInCents: number;
  figures: Record<string, number>;
}

/** It starts within a second or two, and works for a second or two. */
const killedAfterMs = 2500;
