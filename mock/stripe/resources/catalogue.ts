import type { Endpoint } from "../api/endpoint.ts";
import { listOf, newestFirst } from "../api/list.ts";
import { flag, object, pageOfList, read, text } from "../api/parameters.ts";
import { find } from "../state.ts";

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

const listPricesParams = object({ ...pageOfList, active: flag().optional(), product: text().optional() });

export const listPrices: Endpoint = ({ account, form }) => {
  const { active, product, ...page } = read(listPricesParams, form);
  const prices = newestFirst(account.prices.values()).filter(
    (price) => price.active === (active ?? price.active) && price.product === (product ?? price.product),
  );
  return listOf(prices, "/v1/prices", page);
};
