import type { Actor } from "../../../domain/actor.ts";
import { firstValues } from "../../../domain/audit.ts";
import type { Clock } from "../../../domain/clock.ts";
import { conflict } from "../../../domain/error-codes.ts";
import { newId } from "../../../domain/ids.ts";
import { quantitiesOf, without } from "../../../domain/line-quantities.ts";
import type { Order } from "../../../domain/order.ts";
import type { ParcelLine } from "../../../domain/parcels.ts";
import { newReturnLines, type OrderReturn, restockedLines, unsentOfReturn } from "../../../domain/returns.ts";
import type { Cache } from "../../cache.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import { recordChange } from "../audit/record-change.ts";
import { makeOnce } from "../idempotency-keys.ts";
import { changeReadOrder } from "./change-order.ts";
import { type OrderAddress, readOrder } from "./read-orders.ts";
import { putBack, readSoldStock, restockRefunded, saveRestock } from "./restock.ts";

interface NewReturn {
  lines: ParcelLine[];
  reason: string | null;
}

interface ReturnChange {
  /** What is put back in stock; undefined unless the items have arrived. */
  received?: { restock: ParcelLine[] } | undefined;
  refundId?: string | undefined;
}

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

interface Making {
  by?: Actor | undefined;
  /** Milliseconds since 1970. */
  now: number;
}

async function addReturn(
  db: Queries,
  address: OrderAddress,
  { lines: wanted, reason }: NewReturn,
  { by, now }: Making,
): Promise<void> {
  await changeReadOrder(db, address, now, async (order) => {
    const lines = newReturnLines(order, wanted);
    const id = newId("return");
    await db
      .insertInto("order_returns")
      .values({
        ...{ id, order_id: order.id, lines: JSON.stringify(lines), reason },
        // Later than the order's earlier ones, so that they keep their order.
        created_at: Math.max(now, (order.returns.at(-1)?.createdAt ?? 0) + 1),
        ...{ received_at: null, restocked: "[]", refund_id: null },
      })
      .execute();
    await record(db, by, order, "order.return_recorded", { returnId: id, ...quantitiesOf(lines) }, now);
  });
}

/**
 * Records that a return's items have arrived, once, and which refund was made for it.
 * @returns whether stock changed; undefined when the order or the return is unknown
 * @throws CONFLICT if it was received with other items for the stock, more can't be put back, or the order has no such refund
 */
async function changeReturn(
  db: Queries,
  address: OrderAddress,
  returnId: string,
  { received, refundId }: ReturnChange,
  { by, now }: Making,
): Promise<boolean | undefined> {
  let isRestocked: boolean | undefined;
  // Locked before the order, as when a session is settled.
  const session = await readSoldStock(db, address, { isLocking: true });
  await changeReadOrder(db, address, now, async (order, row) => {
    const one = order.returns.find(({ id }) => id === returnId);
    if (!one) return;
    isRestocked = false;
    if (received && one.receivedAt !== null) refuseOtherReceipt(order, one, received.restock);
    if (received && one.receivedAt === null) {
      const restocked = restockedLines(order, one, session?.lines ?? [], received.restock);
      if (session && restocked.length > 0) {
        await putBack(db, session, restocked);
        await saveRestock(db, order, row, { reason: returnId, unsent: unsentOfReturn(order, restocked) });
        isRestocked = true;
      }
      const columns = { received_at: now, restocked: JSON.stringify(restocked) };
      await db.updateTable("order_returns").set(columns).where("id", "=", returnId).execute();
      await record(db, by, order, "order.return_received", { returnId, ...quantitiesOf(restocked) }, now);
    }
    if (refundId !== undefined && refundId !== one.refundId) {
      if (!order.refunds.some(({ id }) => id === refundId)) {
        throw conflict(`The order has no refund ${refundId}.`);
      }
      await db.updateTable("order_returns").set({ refund_id: refundId }).where("id", "=", returnId).execute();
      await record(db, by, order, "order.return_refunded", { returnId, refundId }, now);
    }
  });
  return isRestocked;
}

function refuseOtherReceipt(order: Order, one: OrderReturn, restock: ParcelLine[]): void {
  const wanted = restockedLines(order, one, one.restocked, restock);
  if (without(one.restocked, wanted).length === 0) return;
  throw conflict("The return was already received, with other items for the stock.");
}

type ReturnAction = "order.return_recorded" | "order.return_received" | "order.return_refunded";

async function record(
  db: Queries,
  by: Actor | undefined,
  { id: objectId, storeId }: Order,
  action: ReturnAction,
  values: object,
  now: number,
): Promise<void> {
  await recordChange(db, by, { storeId, action, objectId, changes: firstValues(values) }, now);
}
