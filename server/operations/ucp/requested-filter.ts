import type { Store } from "../../database/queries/stores.ts";
import { isForAgents } from "../../domain/for-agents.ts";
import type { Product } from "../../domain/product.ts";
import type { Schemas } from "./operation.ts";

/** What a request demands of products. */
export interface RequestedFilter {
  /** The only category; undefined for several and for none. */
  category: string | undefined;
  isWanted(product: Product): boolean;
  /** That the prices couldn't be compared. */
  messages: Schemas["Message"][];
}

export function requestedFilter(
  { filters = {}, context }: Pick<Schemas["CatalogSearch"], "filters" | "context">,
  { currency }: Store,
): RequestedFilter {
  const { categories = [], price } = filters;
  const isComparable = context?.currency?.toLowerCase() === currency;
  const { min = 0, max = Number.POSITIVE_INFINITY } = isComparable ? (price ?? {}) : {};
  const content = `Prices are in ${currency.toUpperCase()}. Send it as context.currency to filter by price.`;
  return {
    category: categories.length === 1 ? categories[0] : undefined,
    isWanted: (product) =>
      isForAgents(product, currency) &&
      (categories.length === 0 || categories.some((one) => one === product.category)) &&
      product.priceInCents >= min &&
      product.priceInCents <= max,
    messages: price && !isComparable ? [{ type: "info", code: "price_filter_ignored", content }] : [],
  };
}
