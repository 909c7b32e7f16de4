import type { Actor } from "../../../domain/actor.ts";
import { changedFields, firstValues } from "../../../domain/audit.ts";
import { conflict } from "../../../domain/error-codes.ts";
import { quantitiesOf } from "../../../domain/line-quantities.ts";
import type { Order } from "../../../domain/order.ts";
import {
  type Fulfilment,
  type FulfilmentChange,
  fulfilmentAfter,
  fulfilmentVersion,
  type Tracking,
} from "../../../domain/order-state.ts";
import { nextParcel, type Parcel, type ParcelLine, unsentLines } from "../../../domain/parcels.ts";
import type { Queries } from "../../engines/queries.ts";
import type { OrderRow } from "../../schema.ts";
import { recordChange } from "../audit/record-change.ts";
import { changeReadOrder } from "./change-order.ts";
import { saveTerms } from "./order-terms.ts";
import { insertParcel, newParcel } from "./parcels.ts";
import { type OrderAddress, readOrder } from "./read-orders.ts";

export interface NewParcel {
  /** By default, all that is left to send. */
  lines?: ParcelLine[] | undefined;
  tracking: Tracking | null;
}

interface ChangeOptions {
  by?: Actor | undefined;
  /** The `fulfilmentVersion` that the caller read. */
  version?: string | undefined;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Changes an order's fulfilment and tracking by the rules of `fulfilmentAfter`. What was left to send becomes a parcel, and
 * undoing removes that parcel. Returns the changed order; undefined when unknown or another store's.
 * @throws CONFLICT when the version has changed or a rule forbids the change
 */
export async function changeFulfilment(
  db: Queries,
  address: OrderAddress,
  change: FulfilmentChange,
  options: ChangeOptions,
): Promise<Order | undefined> {
  return changeLocked(db, address, options, async (order, row) => {
    const { by, now } = options;
    let after = fulfilmentAfter(order, change, now);
    if (order.fulfilledAt === null && after.fulfilledAt !== null && unsentLines(order).length > 0) {
      const parcel = newParcel(order, { lines: nextParcel(order), tracking: null }, now);
      await insertParcel(db, order.id, parcel);
      after = { ...after, fulfilledAt: parcel.sentAt };
    }
    if (after.fulfilledAt === null) await deleteLastParcel(db, order);
    await saveFulfilment(db, row, after);
    await recordFulfilment(db, by, order, after, now);
  });
}

/**
 * Records a parcel. The one with the last item makes the order fulfilled. Does nothing if the order is unknown or another
 * store's.
 * @throws CONFLICT when the version has changed, or not so much is left to send
 */
export async function sendParcel(
  db: Queries,
  address: OrderAddress,
  { lines: wanted, tracking }: NewParcel,
  options: ChangeOptions,
): Promise<void> {
  await changeLocked(db, address, options, async (order, row) => {
    const { by, now } = options;
    const parcel = newParcel(order, { lines: nextParcel(order, wanted), tracking }, now);
    const isLast = unsentLines({ ...order, parcels: [...order.parcels, parcel] }).length === 0;
    // The order has the tracking of its last parcel.
    await insertParcel(db, order.id, isLast ? { ...parcel, tracking: null } : parcel);
    const after = isLast ? { fulfilledAt: parcel.sentAt, tracking } : order;
    await saveFulfilment(db, row, after);
    await recordParcel(db, by, order, parcel, { isLast, now });
  });
}

/** Applies a change to an order under its lock, and returns the order after it. */
async function changeLocked(
  db: Queries,
  address: OrderAddress,
  { version, now }: ChangeOptions,
  apply: (order: Order, row: OrderRow) => Promise<void>,
): Promise<Order | undefined> {
  let changed: Order | undefined;
  await changeReadOrder(db, address, now, async (order, row) => {
    if (version !== undefined && version !== fulfilmentVersion(order)) throw changedMeanwhile;
    await apply(order, row);
    changed = await readOrder(db, address);
  });
  return changed;
}

const changedMeanwhile = conflict(
  "Someone else changed the fulfilment of this order after you opened it. Nothing was saved. Open the order again.",
);

/** Deletes the parcel that made the order fulfilled, if this version recorded one. */
async function deleteLastParcel(db: Queries, { id, fulfilledAt }: Order): Promise<void> {
  if (fulfilledAt === null) return;
  await db.deleteFrom("parcels").where("order_id", "=", id).where("sent_at", "=", fulfilledAt).execute();
}

/** Parcels must be recorded before. */
async function saveFulfilment(
  db: Queries,
  row: OrderRow,
  { fulfilledAt, tracking }: Fulfilment,
): Promise<void> {
  const columns = {
    fulfilled_at: fulfilledAt,
    tracking: tracking === null ? null : JSON.stringify(tracking),
  };
  await db.updateTable("orders").set(columns).where("id", "=", row.id).execute();
  await saveTerms(db, [{ ...row, ...columns }]);
}

async function recordFulfilment(
  db: Queries,
  by: Actor | undefined,
  { id: objectId, storeId, fulfilledAt, tracking }: Order,
  after: Fulfilment,
  now: number,
): Promise<void> {
  // A tracking number leads to the address.
  const changes = changedFields<Fulfilment>({ fulfilledAt, tracking }, after, ["tracking"]);
  if (Object.keys(changes).length === 0) return;
  const action = after.fulfilledAt === null ? "order.fulfilment_undone" : "order.fulfilled";
  await recordChange(db, by, { storeId, action, objectId, changes }, now);
}

async function recordParcel(
  db: Queries,
  by: Actor | undefined,
  { id: objectId, storeId }: Order,
  { id: parcelId, lines, sentAt }: Parcel,
  { isLast, now }: { isLast: boolean; now: number },
): Promise<void> {
  const changes = firstValues({ parcelId, ...quantitiesOf(lines), ...(isLast && { fulfilledAt: sentAt }) });
  await recordChange(db, by, { storeId, action: "order.parcel_sent", objectId, changes }, now);
}
