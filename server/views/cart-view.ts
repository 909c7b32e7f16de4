import type { components } from "../../generated/types.ts";
import type { Database } from "../database/database.ts";
import type { CartRecord } from "../database/queries/carts.ts";
import { sum } from "../domain/money.ts";

/** The cart as the contract shows it, at current names and prices (contract, "Money, products, carts"). */
export async function cartView(
  cart: CartRecord,
  database: Pick<Database, "products">,
): Promise<components["schemas"]["Cart"]> {
  const { id, storeId, currency } = cart;
  const products = await database.products.findMany({
    storeId,
    productIds: cart.lines.map(({ productId }) => productId),
  });
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
