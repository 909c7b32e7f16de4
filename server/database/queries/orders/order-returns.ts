import type { Actor } from "../../../domain/actor.ts";
import type { Clock } from "../../../domain/clock.ts";
import type { Order } from "../../../domain/order.ts";
import type { ParcelLine } from "../../../domain/parcels.ts";
import type { Cache } from "../../cache.ts";
import type { Engine } from "../../engines/engine.ts";
import { makeOnce } from "../idempotency-keys.ts";
import { addReturn, changeReturn, type NewReturn, type ReturnChange } from "./change-returns.ts";
import { type OrderAddress, readOrder } from "./read-orders.ts";
import { readSoldStock, restockRefunded } from "./restock.ts";

export function orderReturnQueries(engine: Engine, cache: Cache, clock: Clock) {
  return {
    /**
     * Records a return, by the rules of `newReturnLines`. Returns the changed order; undefined when unknown or another
     * store's.
     * @param idempotencyToken a second call with the same token records nothing
     */
    add(
      address: OrderAddress,
      wanted: NewReturn,
      by?: Actor,
      idempotencyToken?: string,
    ): Promise<Order | undefined> {
      return engine.write(async (db) => {
        await makeOnce(db, idempotencyToken, () => addReturn(db, address, wanted, { by, now: clock() }));
        return readOrder(db, address);
      });
    },

    /** What the order took from the stock and wasn't put back. */
    async restockable({ storeId, orderId }: OrderAddress): Promise<ParcelLine[]> {
      return (await readSoldStock(engine.read, { storeId, orderId }))?.lines ?? [];
    },

    /** See `restockRefunded`. */
    async restockRefunded(
      address: OrderAddress,
      restock: { refundId: string; lines: ParcelLine[] },
      by?: Actor,
    ): Promise<ParcelLine[]> {
      const restocked = await engine.write(async (db) => {
        const done = await restockRefunded(db, address, restock, { by, now: clock() });
        if (done.length > 0) await cache.bumpRevision(db, [address.storeId]);
        return done;
      });
      cache.invalidate(address.storeId);
      return restocked;
    },

    /** See `changeReturn`. Returns the changed order; undefined when the order or the return is unknown. */
    async change(
      { returnId, ...address }: OrderAddress & { returnId: string },
      change: ReturnChange,
      by?: Actor,
    ): Promise<Order | undefined> {
      const changed = await engine.write(async (db) => {
        const isRestocked = await changeReturn(db, address, returnId, change, { by, now: clock() });
        if (isRestocked) await cache.bumpRevision(db, [address.storeId]);
        return isRestocked === undefined ? undefined : readOrder(db, address);
      });
      cache.invalidate(address.storeId);
      return changed;
    },
  };
}
