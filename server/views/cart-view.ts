import type { components } from "../../generated/types.ts";
import type { Database } from "../database/database.ts";
import type { CartRecord } from "../database/queries/carts.ts";
import { sum } from "../domain/money.ts";

/** The cart as the contract shows it: totals at current prices (contract, "Money, products, carts"). */
export async function cartView(
  cart: CartRecord,
  database: Pick<Database, "products">,
): Promise<components["schemas"]["Cart"]> {
  const { id, storeId, lines, currency } = cart;
  const products = await database.products.findMany({
    storeId,
    productIds: lines.map(({ productId }) => productId),
  });
  const subtotal = sum(
    lines.map(({ productId, quantity }) => ({
      quantity,
      unitPriceInCents: products.get(productId)?.priceInCents ?? 0,
    })),
  );
  return { id, storeId, lines, totals: { subtotal, total: subtotal, currency } };
}
