import { orderTerms } from "../../../domain/order-search.ts";
import type { Tracking } from "../../../domain/order-state.ts";
import type { Parcel } from "../../../domain/parcels.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import type { OrderRow } from "../../schema.ts";
import { linesFromColumn } from "../purchase-columns.ts";
import { readParcels } from "./parcels.ts";

const ordersPerTransaction = 500;
const rowsPerStatement = 1000;

type Searched = Pick<OrderRow, "id" | "store_id" | "customer_name" | "lines" | "tracking">;

/** Records by which terms these locked orders are found, in place of their earlier ones. Their parcels must be recorded. */
export async function saveTerms(db: Queries, orders: Searched[]): Promise<void> {
  const ids = orders.map(({ id }) => id);
  if (ids.length === 0) return;
  await db.deleteFrom("order_terms").where("order_id", "in", ids).execute();
  await insertTerms(db, orders, await readParcels(db, ids));
  await db.updateTable("orders").set({ has_terms: 1 }).where("id", "in", ids).execute();
}

/** The same for orders without terms. */
export async function insertTerms(
  db: Queries,
  orders: Searched[],
  parcelsOf = new Map<string, Parcel[]>(),
): Promise<void> {
  const rows = orders.flatMap((order) =>
    termsOf(order, parcelsOf.get(order.id) ?? []).map((term) => ({
      order_id: order.id,
      store_id: order.store_id,
      term,
    })),
  );
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    await db
      .insertInto("order_terms")
      .values(rows.slice(at, at + rowsPerStatement))
      .execute();
  }
}

function termsOf(order: Searched, parcels: Parcel[]): string[] {
  const tracking: Tracking | null = order.tracking === null ? null : JSON.parse(order.tracking);
  return orderTerms({
    customerName: order.customer_name,
    lines: linesFromColumn(order.lines),
    trackingNumbers: [tracking, ...parcels.map((parcel) => parcel.tracking)].flatMap(
      (one) => one?.number ?? [],
    ),
  });
}

/**
 * Records the terms of some of the orders that another version has recorded, and of erased ones.
 * @returns whether there may be more
 */
export async function addMissingTerms(engine: Engine): Promise<boolean> {
  const withoutTerms = (db: Queries) =>
    db.selectFrom("orders").where("has_terms", "is", null).orderBy("id").limit(ordersPerTransaction);
  const next = await withoutTerms(engine.read).select("id").limit(1).executeTakeFirst();
  if (!next) return false;
  await engine.write(async (db) => saveTerms(db, await withoutTerms(db).selectAll().forUpdate().execute()));
  return true;
}
