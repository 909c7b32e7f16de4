import { sql } from "kysely";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import type { OrderRow } from "../../schema.ts";
import { idsOf } from "../ids-of.ts";
import { lockStore } from "../lock-store.ts";

const firstNumber = 1001;
const ordersPerTransaction = 500;

/**
 * The number of the order that is recorded after this one; null if that has none yet. So the numbered orders of a store
 * are always its oldest ones, and numbers ascend in the order of recording.
 */
export function nextNumber(last: Pick<OrderRow, "number"> | undefined): number | null {
  if (last === undefined) return firstNumber;
  return last.number === null ? null : last.number + 1;
}

/**
 * Numbers some of the orders that other versions have recorded without a number, and those recorded after them.
 * @returns whether there may be more
 */
export async function numberOrders(engine: Engine): Promise<boolean> {
  const next = await engine.read
    .selectFrom("orders")
    .select("store_id")
    .where("number", "is", null)
    .limit(1)
    .executeTakeFirst();
  if (!next) return false;
  await engine.write((db) => numberOrdersOf(db, next.store_id));
  return true;
}

async function numberOrdersOf(db: Queries, storeId: string): Promise<void> {
  // Held while an order is recorded, so that no other one gets the same number.
  await lockStore(db, storeId);
  const ofStore = db.selectFrom("orders").where("store_id", "=", storeId);
  const { highest } = await ofStore
    .select((eb) => eb.fn.max("number").as("highest"))
    .executeTakeFirstOrThrow();
  const rows = await ofStore
    .select("id")
    .where("number", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .limit(ordersPerTransaction)
    .execute();
  if (rows.length === 0) return;
  const first = (highest ?? firstNumber - 1) + 1;
  const numbers = rows.map(({ id }, n) => sql`when ${id} then ${sql.lit(first + n)}`);
  await db
    .updateTable("orders")
    .set({ number: sql<number>`case id ${sql.join(numbers, sql` `)} end` })
    .where("id", "in", idsOf(rows))
    .execute();
}
