import { SqliteAdapter, sql } from "kysely";
import { changeMadeAgain } from "./baseline/order-states.ts";
import { backfill, change, type Step } from "./steps.ts";

/** Where the engines differ: the lines of a refund, and its amount of shipping. */
const json = {
  sqlite: {
    lines: (refund: string) => sql.raw(`json_each(${refund}.content, '$.lines')`),
    shipping: (refund: string) => sql.raw(`(${refund}.content ->> 'shipping')`),
  },
  postgres: {
    lines: (refund: string) => sql.raw(`json_array_elements(cast(${refund}.content as json) -> 'lines')`),
    shipping: (refund: string) => sql.raw(`cast(cast(${refund}.content as json) ->> 'shipping' as bigint)`),
  },
};

/** `isMadeAgain` of domain/unresolved-refunds.ts. A refund has content if it names items. */
const isMadeAgain = ({ lines, shipping }: (typeof json)["sqlite"]) => sql`
  case when failed.content is null or again.content is null then again.amount >= failed.amount
  else not exists (
    select 1 from ${lines("failed")} as wanted where not exists (
      select 1 from ${lines("again")} as line
      where line.value ->> 'productId' = wanted.value ->> 'productId'
        and cast(line.value ->> 'quantity' as integer) >= cast(wanted.value ->> 'quantity' as integer)
    )
  ) and (${shipping("failed")} = 0 or ${shipping("again")} > 0) end`;

/** A failed refund of items isn't made again by a refund of others. */
export const steps: Step[] = [
  change((db) => {
    const engine = db.getExecutor().adapter instanceof SqliteAdapter ? "sqlite" : "postgres";
    return changeMadeAgain(db, engine, isMadeAgain(json[engine]));
  }),
  backfill({
    table: "payment_refunds",
    key: "id",
    async fill(db, ids) {
      const failed = db
        .selectFrom("payment_refunds")
        .where("payment_refunds.id", "in", ids)
        .where("status", "=", "failed")
        .where("content", "is not", null);
      // Otherwise the trigger could wait for another change of the order, and then overwrite it with what it read before.
      const ofOrders = failed
        .innerJoin("order_payments", "order_payments.payment_id", "payment_refunds.payment_id")
        .select("order_id");
      await db
        .selectFrom("orders")
        .select("id")
        .where("id", "in", ofOrders)
        .orderBy("id")
        .forNoKeyUpdate()
        .execute();
      // Runs the trigger.
      await db
        .updateTable("payment_refunds")
        .set((eb) => ({ status: eb.ref("status") }))
        .where("id", "in", failed.select("payment_refunds.id"))
        .execute();
    },
  }),
];
