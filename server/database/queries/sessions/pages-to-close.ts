import { sql } from "kysely";
import type { CheckoutSessionRecord } from "../../../domain/checkout-session.ts";
import type { Cache } from "../../cache.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import { toRecord } from "./checkout-sessions.ts";
import { isOpen } from "./session-conditions.ts";

/** Payment pages that can still be paid although their products are no longer for sale. */
export interface PayablePages {
  count: number;
  /** When the last of them expires on its own; milliseconds since 1970. */
  until: number;
}

export interface ClosingClaim {
  now: number;
  limit: number;
  storeId?: string | undefined;
}

/** Time between attempts to close a page. Slightly under a minute, so that no sweep just misses it. */
const retryMs = 55_000;

/** The open sessions that are to be closed (`request-closing.ts`). */
export function pagesToCloseQueries(engine: Engine, cache: Pick<Cache, "invalidate">) {
  return {
    /**
     * Claims sessions to be closed now, so that two processes don't close the same ones; they become
     * claimable again after a minute. Stores take turns; within a store the longest waiting come first.
     * @param storeId only this store's sessions
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
          // Empty when another process has just claimed the same ones.
          if (claimed.size > 0) return next.flatMap((id) => claimed.get(id) ?? []);
        }
      });
    },

    /** A store's pages that can still be paid; undefined when there are none. */
    async left({ storeId, now }: { storeId: string; now: number }): Promise<PayablePages | undefined> {
      const { count, until } = await engine.read
        .selectFrom("checkout_sessions")
        .where("store_id", "=", storeId)
        .where(isOpen())
        .where("close_due_at", "is not", null)
        // Without a provider id, no buyer ever got the page's address.
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
     * Whether the store still sells everything in a session, on the same account. Call it after recording the
     * session: it waits for a concurrent change, and later changes see the session.
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
      // This process's cached reads are out of date.
      if (!isSold) cache.invalidate(storeId);
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
