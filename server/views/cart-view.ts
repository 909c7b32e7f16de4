import type { components } from "../../generated/types.ts";
import type { Database } from "../database/database.ts";
import type { CartRecord } from "../database/queries/carts.ts";
import type { Product } from "../database/queries/products/product-row.ts";
import { sum } from "../domain/money.ts";

type Cart = components["schemas"]["Cart"];
type Products = Map<string, Product>;

/** The cart as the contract shows it, at current names and prices (contract, "Money, products, carts"). */
export async function cartView(cart: CartRecord, database: Pick<Database, "products">): Promise<Cart> {
  return viewWith(await productsOf(cart, database), cart);
}

/** The same object for the same cart until a product in it changes, so that its response can be cached. */
export async function keptCartView(cart: CartRecord, database: Pick<Database, "products">): Promise<Cart> {
  const products = await productsOf(cart, database);
  const known = views.get(cart);
  if (known && hasSame(products, known.products, cart)) return known.view;
  const view = viewWith(products, cart);
  views.set(cart, { products, view });
  return view;
}

/** By cart, what was last made of it. */
const views = new WeakMap<CartRecord, { products: Products; view: Cart }>();

function hasSame(products: Products, before: Products, { lines }: CartRecord): boolean {
  return lines.every(({ productId }) => products.get(productId) === before.get(productId));
}

/** Shows other lines of the cart, at the names and prices of now, without waiting. */
export async function cartViewer(
  cart: CartRecord,
  database: Pick<Database, "products">,
): Promise<(lines: CartRecord["lines"]) => Cart> {
  const products = await productsOf(cart, database);
  return (lines) => viewWith(products, { ...cart, lines });
}

function productsOf({ storeId, lines }: CartRecord, { products }: Pick<Database, "products">) {
  return products.findMany({ storeId, productIds: lines.map(({ productId }) => productId) });
}

function viewWith(products: Products, cart: CartRecord): Cart {
  const { id, storeId, currency } = cart;
  const lines = cart.lines.map(({ productId, quantity, name }) => {
    const product = products.get(productId);
    const unitPriceInCents = product?.priceInCents ?? 0;
    return {
      productId,
      quantity,
      name: product?.name ?? name ?? productId,
      unitPriceInCents,
      lineTotalInCents: unitPriceInCents * quantity,
      imageUrl: product?.imageUrl ?? null,
      isActive: product?.isActive === true && product.currency === currency,
    };
  });
  const subtotal = sum(lines);
  const hasUnavailableLines = lines.some(({ isActive }) => !isActive);
  return { id, storeId, lines, totals: { subtotal, total: subtotal, currency, hasUnavailableLines } };
}
