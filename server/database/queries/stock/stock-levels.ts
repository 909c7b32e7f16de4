import type { Actor } from "../../../domain/actor.ts";
import type { Clock } from "../../../domain/clock.ts";
import { quantityAfter } from "../../../domain/stock.ts";
import type { Cache } from "../../cache.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import { recordChange } from "../audit/record-change.ts";
import { listenersOf, productEvents, recordEvents } from "../events/record-events.ts";
import { makeOnce } from "../idempotency-keys.ts";
import { toProducts } from "../products/product-row.ts";
import { recordLowStock } from "./record-low-stock.ts";
import { lockStock, type StockLevel } from "./stock.ts";

/**
 * A new quantity on hand, a difference to the present one, or null to count the product no longer. `onlyCounted` refuses
 * a difference from no number, or to less than nothing.
 */
export type StockChange = { to: number } | { by: number; onlyCounted?: true } | null;

export function stockLevelQueries(engine: Engine, cache: Cache, clock: Clock) {
  return {
    /** Undefined if the product isn't counted. */
    async find(productId: string): Promise<StockLevel | undefined> {
      return engine.read
        .selectFrom("product_stock")
        .select(["quantity", "reserved"])
        .where("product_id", "=", productId)
        .executeTakeFirst();
    },

    /**
     * Changes how many of a product there are. A product that isn't counted yet starts at 0.
     * @param idempotencyToken a second change with the same token changes nothing, and returns the first one's result
     * @returns the new level; undefined if it is no longer counted. "unknown" if the store has no such product
     */
    async change(
      { storeId, productId }: { storeId: string; productId: string },
      change: StockChange,
      by?: Actor,
      idempotencyToken?: string,
    ): Promise<StockLevel | undefined | "unknown"> {
      const changeIn = async (db: Queries) => {
        const rows = await db
          .selectFrom("products")
          .selectAll()
          .where("store_id", "=", storeId)
          .where("id", "=", productId)
          .execute();
        if (rows.length === 0) return "unknown";
        const before = (await lockStock(db, [productId])).get(productId);
        if (change !== null && "by" in change && change.onlyCounted) {
          quantityAfter(change.by, { productId, quantity: before?.quantity });
        }
        const after = await saveLevel(db, { storeId, productId }, change);
        if (before?.quantity === after?.quantity) return after;
        const now = clock();
        const listeners = await listenersOf(db, storeId);
        const happened = productEvents("product.changed", await toProducts(db, rows));
        await recordEvents(db, { storeId, listeners, now }, happened);
        const levels = (level: StockLevel | undefined) => new Map(level ? [[productId, level]] : []);
        await recordLowStock(db, { storeId, now }, levels(before), levels(after));
        const changes = { quantity: { from: before?.quantity ?? null, to: after?.quantity ?? null } };
        const entry = { storeId, action: "product.stock_changed", objectId: productId, changes } as const;
        await recordChange(db, by, entry, now);
        await cache.bumpRevision(db, [storeId]);
        return after;
      };
      const changed = await engine.write((db) => makeOnce(db, idempotencyToken, () => changeIn(db)));
      cache.invalidate(storeId);
      return changed;
    },
  };
}

async function saveLevel(
  db: Queries,
  { storeId, productId }: { storeId: string; productId: string },
  change: StockChange,
): Promise<StockLevel | undefined> {
  if (change === null) {
    await db.deleteFrom("product_stock").where("product_id", "=", productId).execute();
    return undefined;
  }
  const first = "to" in change ? change.to : change.by;
  return db
    .insertInto("product_stock")
    .values({ product_id: productId, store_id: storeId, quantity: first, reserved: 0 })
    .onConflict((c) =>
      c.column("product_id").doUpdateSet((eb) => ({
        quantity: "to" in change ? change.to : eb("product_stock.quantity", "+", change.by),
      })),
    )
    .returning(["quantity", "reserved"])
    .executeTakeFirstOrThrow();
}
