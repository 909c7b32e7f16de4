import type { Endpoint } from "../../api/endpoint.ts";
import { listOf, newestFirst } from "../../api/list.ts";
import { currency, flag, integer, object, oneOf, pageOfList, read, text } from "../../api/parameters.ts";
import { find } from "../../state/state.ts";
import { newInlinePrice, newInlineProduct } from "./prices.ts";

export const retrieveProduct: Endpoint = ({ account, id, form }) => {
  read(object({}), form);
  return find(account.products, "product", id);
};

export const listProducts: Endpoint = ({ account, form }) => {
  const { active, ...page } = read(object({ ...pageOfList, active: flag().optional() }), form);
  const products = newestFirst(account.products.values()).filter(
    (item) => item.active === (active ?? item.active),
  );
  return listOf(products, "/v1/products", page);
};

export const retrievePrice: Endpoint = ({ account, id, form }) => {
  read(object({}), form);
  return find(account.prices, "price", id, "price");
};

const createPriceParams = object({
  currency: currency(),
  product_data: object({ name: text() }),
  recurring: object({ interval: oneOf("day", "week", "month", "year") }).optional(),
  unit_amount: integer(),
});

/** A price of the shop's own catalogue, with its product. */
export const createPrice: Endpoint = ({ state, account, form }) => {
  const params = read(createPriceParams, form);
  const now = state.timeline.nowSeconds();
  const product = { ...newInlineProduct(now, params.product_data), active: true };
  const price = {
    ...newInlinePrice(now, product.id, {
      currency: params.currency,
      unitAmount: params.unit_amount,
      taxBehavior: "unspecified",
      recurring: params.recurring && { ...params.recurring, interval_count: 1 },
    }),
    active: true,
  };
  account.products.set(product.id, product);
  account.prices.set(price.id, price);
  return price;
};

const listPricesParams = object({ ...pageOfList, active: flag().optional(), product: text().optional() });

export const listPrices: Endpoint = ({ account, form }) => {
  const { active, product, ...page } = read(listPricesParams, form);
  const prices = newestFirst(account.prices.values()).filter(
    (price) => price.active === (active ?? price.active) && price.product === (product ?? price.product),
  );
  return listOf(prices, "/v1/prices", page);
};
