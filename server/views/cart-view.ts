import type { components } from "../../generated/types.ts";
import type { CartRecord } from "../domain/cart.ts";
import { sum } from "../domain/money.ts";
import type { Product } from "../domain/product.ts";
import { isShort } from "../domain/stock.ts";

type Cart = components["schemas"]["Cart"];
type Products = Map<string, Product>;

/** The last view of each cart. */
const views = new WeakMap<CartRecord, { products: Products; view: Cart }>();

/** Returns the same object for a cart until a product in it changes, so that its response can be cached. */
export function keptCartView(cart: CartRecord, products: Products): Cart {
  const known = views.get(cart);
  if (known && hasSame(products, known.products, cart)) return known.view;
  const view = cartView(cart, products);
  views.set(cart, { products, view });
  return view;
}

function hasSame(products: Products, before: Products, { lines }: CartRecord): boolean {
  return lines.every(({ productId }) => products.get(productId) === before.get(productId));
}

/**
 * The cart as the contract defines it, with current names and prices (contract, "Money, products, carts").
 * @param products the existing products of its lines
 */
export function cartView(cart: CartRecord, products: Products): Cart {
  const { id, storeId, currency } = cart;
  const lines = cart.lines.map(({ productId, quantity, name, options }) => {
    const product = products.get(productId);
    const isActive = product?.isActive === true && product.currency === currency;
    const unitPriceInCents = product?.priceInCents ?? 0;
    return {
      productId,
      quantity,
      name: product?.name ?? name ?? productId,
      options: product?.options ?? options ?? [],
      unitPriceInCents,
      lineTotalInCents: unitPriceInCents * quantity,
      imageUrl: product?.imageUrl ?? null,
      isActive,
      isAvailable: isActive && !isShort(product, quantity),
      ...(product && isShort(product, quantity) && { available: product.stock ?? 0 }),
    };
  });
  const subtotal = sum(lines);
  const hasUnavailableLines = lines.some(({ isActive }) => !isActive);
  return { id, storeId, lines, totals: { subtotal, total: subtotal, currency, hasUnavailableLines } };
}
