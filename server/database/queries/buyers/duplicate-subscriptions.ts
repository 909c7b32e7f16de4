import { type Actor, theService } from "../../../domain/actor.ts";
import { firstValues } from "../../../domain/audit.ts";
import type { Clock } from "../../../domain/clock.ts";
import { retryDuplicateAfterMs } from "../../../domain/subscription-state.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import type { DuplicateSubscriptionRow } from "../../schema.ts";
import { recordChange } from "../audit/record-change.ts";
import { camelCased } from "../camel-case.ts";

/** A member's second subscription to a product, which is cancelled and refunded. Instants are milliseconds since 1970. */
export type DuplicateSubscription = ReturnType<typeof toDuplicate>;

/** A duplicate that a process is working on, until `leasedUntil`. */
export interface ClaimedDuplicate extends DuplicateSubscription {
  leasedUntil: number;
}

export function duplicateSubscriptionQueries(engine: Engine, clock: Clock) {
  return {
    /** Claims due duplicates, the most overdue first. Unsettled ones become due again at growing intervals. */
    async claimDue({ limit, storeId }: { limit: number; storeId?: string }): Promise<ClaimedDuplicate[]> {
      const now = clock();
      return engine.write(async (db) => {
        let due = db
          .selectFrom("duplicate_subscriptions")
          .selectAll()
          .where("due_at", "<=", now)
          .orderBy("due_at")
          .limit(limit)
          .forUpdate()
          .skipLocked();
        if (storeId !== undefined) due = due.where("store_id", "=", storeId);
        const claimed: ClaimedDuplicate[] = [];
        for (const row of await due.execute()) {
          const leasedUntil = now + retryDuplicateAfterMs(row.attempts);
          await db
            .updateTable("duplicate_subscriptions")
            .set({ due_at: leasedUntil, attempts: row.attempts + 1 })
            .where("subscription_id", "=", row.subscription_id)
            .execute();
          claimed.push({ ...toDuplicate(row), leasedUntil });
        }
        return claimed;
      });
    },

    /** Records, once, that the provider ended it. */
    async recordCancelled(duplicate: DuplicateSubscription, by: Actor = theService): Promise<void> {
      const { subscriptionId, storeId, keptSubscriptionId } = duplicate;
      const now = clock();
      await engine.write(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable("duplicate_subscriptions")
          .set({ cancelled_at: now })
          .where("subscription_id", "=", subscriptionId)
          .where("cancelled_at", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return;
        const changes = firstValues({ keptSubscriptionId });
        const action = "subscription.cancelled_as_duplicate";
        await recordChange(db, by, { storeId, action, objectId: subscriptionId, changes }, now);
      });
    },

    /** Records that nothing is left to do, unless a payment arrived in the meantime. */
    async settle({ subscriptionId, leasedUntil }: ClaimedDuplicate): Promise<void> {
      await engine.writeOne((db) =>
        db
          .updateTable("duplicate_subscriptions")
          .set({ settled_at: clock(), due_at: null, problem: null })
          .where("subscription_id", "=", subscriptionId)
          .where("due_at", "=", leasedUntil)
          .execute(),
      );
    },

    /** @param problem null while it may just need time */
    async recordProblem({ subscriptionId }: DuplicateSubscription, problem: string | null): Promise<void> {
      await engine.writeOne((db) =>
        db
          .updateTable("duplicate_subscriptions")
          .set({ problem })
          .where("subscription_id", "=", subscriptionId)
          .where("settled_at", "is", null)
          .execute(),
      );
    },

    /** Undefined when the store has no such duplicate. */
    async find(address: Pick<DuplicateSubscription, "storeId" | "subscriptionId">) {
      const row = await engine.read
        .selectFrom("duplicate_subscriptions")
        .selectAll()
        .where("subscription_id", "=", address.subscriptionId)
        .where("store_id", "=", address.storeId)
        .executeTakeFirst();
      return row && toDuplicate(row);
    },

    /** All duplicates of a store, or those among these subscriptions; the most recently found first. */
    async list(storeId: string, subscriptionIds?: string[]): Promise<DuplicateSubscription[]> {
      if (subscriptionIds?.length === 0) return [];
      let rows = engine.read
        .selectFrom("duplicate_subscriptions")
        .selectAll()
        .where("store_id", "=", storeId)
        .orderBy("found_at", "desc")
        .orderBy("subscription_id");
      if (subscriptionIds) rows = rows.where("subscription_id", "in", subscriptionIds);
      return (await rows.execute()).map(toDuplicate);
    },
  };
}

/** An order received a payment: if it belongs to a duplicate, that payment is refunded too. */
export async function reopenDuplicate(db: Queries, orderId: string): Promise<void> {
  await db
    .updateTable("duplicate_subscriptions")
    .set({ settled_at: null, due_at: 0, attempts: 0 })
    .where(
      "checkout_session_id",
      "in",
      db.selectFrom("orders").select("checkout_session_id").where("id", "=", orderId),
    )
    .execute();
}

function toDuplicate(row: DuplicateSubscriptionRow) {
  return {
    ...camelCased(row, "subscription_id", "store_id", "kept_subscription_id", "checkout_session_id"),
    ...camelCased(row, "account", "found_at", "cancelled_at", "settled_at", "problem"),
  };
}
