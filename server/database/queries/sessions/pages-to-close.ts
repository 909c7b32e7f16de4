import { sql } from "kysely";
import type { CheckoutSessionRecord } from "../../../domain/checkout-session.ts";
import type { Cache } from "../../cache.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import { toRecord } from "./checkout-sessions.ts";
import { isOpen } from "./session-conditions.ts";

/** Payment pages that sell what isn't for sale any more, and can still be paid. */
export interface PayablePages {
  count: number;
  /** When the last of them expires by itself; milliseconds since 1970. */
  until: number;
}

export interface ClosingClaim {
  now: number;
  limit: number;
  storeId?: string | undefined;
}

/** Between two attempts to close the same page: a little less than a minute, so that no sweep just misses it. */
const retryMs = 55_000;

/** The open sessions whose closing was requested (`request-closing.ts`). */
export function pagesToCloseQueries(engine: Engine, cache: Pick<Cache, "invalidate">) {
  return {
    /**
     * Claims sessions to be closed now, so that two processes don't close the same ones; each can be claimed again after a
     * minute. Stores take turns, and of a store the longest waiting come first.
     * @param storeId only this store's
     */
    async claim({ now, limit, storeId }: ClosingClaim): Promise<CheckoutSessionRecord[]> {
      return engine.write(async (db) => {
        for (;;) {
          const next = await nextDue(db, { now, limit, storeId });
          if (next.length === 0) return [];
          const rows = await db
            .updateTable("checkout_sessions")
            .set({ close_due_at: now + retryMs })
            .where("id", "in", next)
            .where(isOpen())
            .where("close_due_at", "<=", now)
            .returningAll()
            .execute();
          const claimed = new Map(rows.map((row) => [row.id, toRecord(row)]));
          // None is left when another process has just claimed the same ones.
          if (claimed.size > 0) return next.flatMap((id) => claimed.get(id) ?? []);
        }
      });
    },

    /** What of a store can still be paid now; undefined when nothing can. */
    async left({ storeId, now }: { storeId: string; now: number }): Promise<PayablePages | undefined> {
      const { count, until } = await engine.read
        .selectFrom("checkout_sessions")
        .where("store_id", "=", storeId)
        .where(isOpen())
        .where("close_due_at", "is not", null)
        // Without one, the page's address was never given to a buyer.
        .where("provider_id", "is not", null)
        .select((eb) => [
          eb.fn.countAll<number>().filterWhere("expires_at", ">", now).as("count"),
          eb.fn.max<number | null>("expires_at").filterWhere("expires_at", ">", now).as("until"),
        ])
        .executeTakeFirstOrThrow();
      return until === null ? undefined : { count, until };
    },

    /** Whether the closing of a session was requested. */
    async includes(sessionId: string): Promise<boolean> {
      const row = await engine.read
        .selectFrom("checkout_sessions")
        .select("close_due_at")
        .where("id", "=", sessionId)
        .executeTakeFirst();
      return row !== undefined && row.close_due_at !== null;
    },

    /**
     * Whether the store still sells all that a session has, on the same account. To be asked once the session is recorded: a
     * change that is under way is waited for, and a later one sees the session.
     */
    async isStillSold({ storeId, account, currency, lines }: CheckoutSessionRecord): Promise<boolean> {
      const ids = [...new Set(lines.map(({ productId }) => productId))];
      const isSold = await engine.writeOne(async (db) => {
        const store = await db
          .selectFrom("stores")
          .select(["plan", "is_published", "payments_configured", "stripe_account"])
          .where("id", "=", storeId)
          .forKeyShare()
          .executeTakeFirst();
        const canSell = store?.plan === "pro" && store.is_published === 1 && store.payments_configured === 1;
        if (!canSell || store.stripe_account !== account) return false;
        const products = await db
          .selectFrom("products")
          .select(["is_active", "currency"])
          .where("store_id", "=", storeId)
          .where("id", "in", ids)
          .orderBy("id")
          .forShare()
          .execute();
        return (
          products.length === ids.length &&
          products.every((product) => product.is_active === 1 && product.currency === currency)
        );
      });
      // What this process has read of them is out of date.
      if (!isSold) cache.invalidate();
      return isSold;
    },
  };
}

async function nextDue(db: Queries, { now, limit, storeId }: ClosingClaim): Promise<string[]> {
  let due = db
    .selectFrom("checkout_sessions")
    .where(isOpen())
    .where("close_due_at", "<=", now)
    .select(["id", "close_due_at"])
    .select(sql<number>`row_number() over (partition by store_id order by close_due_at, id)`.as("turn"));
  if (storeId !== undefined) due = due.where("store_id", "=", storeId);
  const rows = await db
    .selectFrom(due.as("due"))
    .select("id")
    .orderBy("turn")
    .orderBy("close_due_at")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
