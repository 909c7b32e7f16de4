import type { Product } from "./product.ts";

/** Agents can't buy subscriptions, what costs nothing, and what has another currency than the store. */
export function isForAgents({ type, priceInCents, currency }: Product, ofStore: string): boolean {
  return type !== "subscription" && priceInCents > 0 && currency === ofStore;
}

/** The id that agents know the product of a variant by: its group's, or its own. */
export function productKey({ group, _id }: Pick<Product, "group" | "_id">): string {
  return group?.slug ?? _id;
}
