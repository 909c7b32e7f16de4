import { productId } from "../../helpers/shopping.ts";
import { blankProduct, type Merchant, type World } from "../../helpers/world.ts";

/** Two monthly subscriptions. */
export const club = {
  ...{ ...blankProduct, reference: "club", name: "Print Club", priceInCents: 900 },
  ...{ type: "subscription" as const, billingInterval: "month" as const },
};
export const maps = { ...club, reference: "maps", name: "Map Club", priceInCents: 1200 };

/** Gives the club another price for new subscribers. */
export async function withPrice({ services: { database } }: World, merchant: Merchant, priceInCents: number) {
  await database.products.import(merchant.store.id, [{ ...club, priceInCents }, maps]);
  const address = { storeId: merchant.store.id, product: productId(merchant, "club") };
  const product = await database.managedProducts.find(address);
  if (!product) throw new Error("There is no club.");
  return product;
}
