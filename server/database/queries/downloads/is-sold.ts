import { type SqlBool, sql } from "kysely";
import type { ProductFile } from "../../../domain/product-file.ts";
import type { Engine } from "../../engines/engine.ts";
import { placedAt } from "../orders/order-conditions.ts";

/** Orders at a time, so that no other query waits long. */
const pageSize = 500;

/** Whether an order of the store has the product. Reads all orders of the store, so it is only for the sweep of files. */
export async function isSold(
  { read }: Pick<Engine, "read">,
  { storeId, productId }: Pick<ProductFile, "storeId" | "productId">,
): Promise<boolean> {
  let last: { id: string; placed: number } | undefined;
  for (;;) {
    const rows = await read
      .selectFrom("orders")
      .select(["id", placedAt().as("placed")])
      .select(sql<SqlBool>`lines like ${`%"${productId}"%`}`.as("has"))
      .where("store_id", "=", storeId)
      .$if(last !== undefined, (orders) =>
        orders.where((eb) =>
          eb.or([
            eb(placedAt(), ">", last?.placed ?? 0),
            eb.and([eb(placedAt(), "=", last?.placed ?? 0), eb("id", ">", last?.id ?? "")]),
          ]),
        ),
      )
      .orderBy(placedAt())
      .orderBy("id")
      .limit(pageSize)
      .execute();
    if (rows.some(({ has }) => Boolean(has))) return true;
    last = rows.at(-1);
    if (rows.length < pageSize) return false;
  }
}
