import type { Actor } from "../../../domain/actor.ts";
import { firstValues } from "../../../domain/audit.ts";
import type { CheckoutSessionRecord } from "../../../domain/checkout-session.ts";
import type { Clock } from "../../../domain/clock.ts";
import {
  type DifferingPart,
  differenceAtCheckout,
  onlyCode,
  type PaidDifference,
} from "../../../domain/paid-difference.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import type { PaymentDifferenceRow } from "../../schema.ts";
import { recordChange } from "../audit/record-change.ts";
import { camelCased, snakeCased } from "../camel-case.ts";
import { findCodeOfProvider } from "../promotion-codes.ts";
import type { OrderAddress } from "./read-orders.ts";

/** A payment of an order that differs from what was offered, until a person has resolved it. */
export type PaymentDifference = ReturnType<typeof toDifference>;

type FoundDifference = Omit<PaymentDifference, "foundAt"> & { storeId: string; orderId: string };

export function paymentDifferenceQueries(engine: Engine, clock: Clock) {
  return {
    /** Records the difference of a renewal, once however often it is found. */
    record: (found: FoundDifference): Promise<void> => engine.writeOne((db) => insert(db, found, clock())),

    /** An order's unresolved differences, oldest first. */
    async ofOrder({ storeId, orderId }: OrderAddress): Promise<PaymentDifference[]> {
      const rows = await engine.read
        .selectFrom("payment_differences")
        .selectAll()
        .where("order_id", "=", orderId)
        .where("store_id", "=", storeId)
        .where("resolved_at", "is", null)
        .orderBy("found_at")
        .orderBy("id")
        .execute();
      return rows.map(toDifference);
    },

    /** Marks a difference as resolved, which takes it off the overview; false when the order has no such difference. */
    resolve({ storeId, orderId, id }: OrderAddress & { id: string }, by: Actor): Promise<boolean> {
      const now = clock();
      return engine.write(async (db) => {
        const row = await db
          .selectFrom("payment_differences")
          .selectAll()
          .where("id", "=", id)
          .where("order_id", "=", orderId)
          .where("store_id", "=", storeId)
          .forUpdate()
          .executeTakeFirst();
        if (!row) return false;
        if (row.resolved_at !== null) return true;
        await db.updateTable("payment_differences").set({ resolved_at: now }).where("id", "=", id).execute();
        const { part, expected, charged, currency } = row;
        const changes = firstValues({ part, expected, charged, currency });
        const action = "order.payment_difference_resolved";
        await recordChange(db, by, { storeId, action, objectId: orderId, changes }, now);
        return true;
      });
    },
  };
}

/**
 * Compares a session's payment with the session when it becomes paid, and records a difference with its order.
 * Returns the difference.
 */
export async function recordDifferenceAtCheckout(
  db: Queries,
  { before, after }: Record<"before" | "after", CheckoutSessionRecord>,
  {
    paid,
    appliedCodes,
  }: { paid: { amount: number; currency: string } | null; appliedCodes: (string | null)[] },
  now: number,
): Promise<PaidDifference | undefined> {
  if (before.paymentOutcome === "paid" || after.paymentOutcome !== "paid" || paid === null) return undefined;
  const { id, storeId, account, amounts, currency: expectedCurrency } = after;
  const providerId = onlyCode(appliedCodes);
  const code =
    amounts && amounts.discount !== 0 && providerId !== undefined
      ? await findCodeOfProvider(db, { storeId, account, providerId })
      : undefined;
  const difference = differenceAtCheckout(after, { paid, appliedCodes, code });
  if (!difference) return undefined;
  const { id: orderId } = await db
    .selectFrom("orders")
    .select("id")
    .where("checkout_session_id", "=", id)
    .executeTakeFirstOrThrow();
  const found = { ...difference, id, storeId, orderId, expectedCurrency, currency: paid.currency };
  await insert(db, { ...found, isRenewal: false }, now);
  return difference;
}

async function insert(db: Queries, found: FoundDifference, now: number): Promise<void> {
  const isRenewal = found.isRenewal ? 1 : 0;
  await db
    .insertInto("payment_differences")
    .values(snakeCased({ ...found, isRenewal, foundAt: now, resolvedAt: null }))
    .onConflict((c) => c.column("id").doNothing())
    .execute();
}

function toDifference(row: PaymentDifferenceRow) {
  return {
    ...camelCased(row, "id", "expected", "expected_currency", "charged", "currency", "found_at"),
    part: row.part as DifferingPart,
    isRenewal: row.is_renewal === 1,
  };
}
