import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from "kysely";
import type { CheckoutSessionRecord } from "../../../domain/checkout-session.ts";
import type { Clock } from "../../../domain/clock.ts";
import { type SessionState, unsettledStates } from "../../../domain/session-state.ts";
import { sweepingMs } from "../../../domain/session-sweeping.ts";
import type { Cache } from "../../cache.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Tables } from "../../schema.ts";
import { accountKey } from "../account-key.ts";
import { settleStock } from "../stock/settle-stock.ts";
import { recordExpiry, toRecord } from "./checkout-sessions.ts";
import {
  dueSince,
  hasEnded,
  isAbandoned,
  isCompleteCheckDue,
  isListable,
  isOpenAtProvider,
  isOpenCheckDue,
  isStockDue,
  isUnclaimed,
  matches,
} from "./session-conditions.ts";

/** An account whose sessions the provider's lists can report. */
export interface AccountToList {
  /** Null for the platform's own. */
  account: string | null;
  /** When the oldest of its open sessions was created. */
  oldestCreatedAt: number;
  /** An interrupted listing: when it began, and the last provider session that was read. */
  unfinished: { begunAt: number; position: string } | undefined;
}

export interface Claim {
  now: number;
  limit: number;
}

export interface Backlog {
  /** Overdue sessions. */
  due: number;
  /** How long the most overdue one has waited; milliseconds. */
  behindMs: number;
}

/** The open sessions that the provider's lists can report, each with its account's last listing. */
function listable({ read }: Pick<Engine, "read">) {
  return read
    .selectFrom("checkout_sessions")
    .leftJoin("session_listings", (join) =>
      join.on((eb) =>
        eb(
          "session_listings.account",
          "=",
          eb.fn.coalesce("checkout_sessions.account", sql.lit(accountKey(null))),
        ),
      ),
    )
    .where(isListable());
}

export function unsettledSessionQueries(engine: Engine, clock: Clock, cache: Pick<Cache, "bumpRevision">) {
  return {
    /**
     * The accounts with open sessions that no list has covered since `before`: first those never listed, then
     * those listed longest ago. Sessions that were requested individually don't count.
     */
    async accountsToList(before: number): Promise<AccountToList[]> {
      const rows = await listable(engine)
        .where((eb) => eb.or([eb("listed_at", "is", null), eb("listed_at", "<=", before)]))
        .groupBy(["checkout_sessions.account", "listed_at", "begun_at", "position"])
        .having((eb) => eb.fn.min("checkout_sessions.created_at"), "<=", before)
        .select(["checkout_sessions.account", "begun_at", "position"])
        .select((eb) => eb.fn.min<number>("checkout_sessions.created_at").as("oldest"))
        .orderBy("listed_at", (order) => order.asc().nullsFirst())
        .execute();
      return rows.map(({ account, oldest, begun_at: begunAt, position }) => ({
        account,
        oldestCreatedAt: oldest,
        unfinished: begunAt === null || position === null ? undefined : { begunAt, position },
      }));
    },

    /** Stores how far an account's lists have been read. */
    async saveListing(
      account: string | null,
      progress: { finishedOf: number } | { begunAt: number; position: string },
    ): Promise<void> {
      const row =
        "finishedOf" in progress
          ? { listed_at: progress.finishedOf, begun_at: null, position: null }
          : { begun_at: progress.begunAt, position: progress.position };
      await engine.writeOne((db) =>
        db
          .insertInto("session_listings")
          .values({ account: accountKey(account), listed_at: null, ...row })
          .onConflict((c) => c.column("account").doUpdateSet(row))
          .execute(),
      );
    },

    /** The open sessions with these provider ids. */
    async findOpen(providerIds: string[]): Promise<CheckoutSessionRecord[]> {
      if (providerIds.length === 0) return [];
      const rows = await engine.read
        .selectFrom("checkout_sessions")
        .selectAll()
        .where("provider_id", "in", providerIds)
        .where("status", "=", "open")
        .execute();
      return rows.map(toRecord);
    },

    /** The creation times of the oldest and newest of the account's open sessions whose expiry has passed. */
    async endedSessions({ account, now }: { account: string | null; now: number }) {
      const row = await engine.read
        .selectFrom("checkout_sessions")
        .where(hasEnded(now))
        .where(isOf(account))
        .select((eb) => [
          eb.fn.min<number | null>("created_at").as("oldest"),
          eb.fn.max<number | null>("created_at").as("newest"),
        ])
        .executeTakeFirstOrThrow();
      const { oldest, newest } = row;
      return oldest === null || newest === null ? undefined : { oldest, newest };
    },

    /** Marks the open ones of these as expired, and returns them. */
    async expire(ids: string[]): Promise<CheckoutSessionRecord[]> {
      if (ids.length === 0) return [];
      return engine.write(async (db) => {
        const rows = await db
          .updateTable("checkout_sessions")
          .set({ status: "expired", url: null })
          .where("id", "in", ids)
          .where("status", "=", "open")
          .returningAll()
          .execute();
        const sessions = rows.map(toRecord);
        await recordExpiry(db, sessions, clock());
        if (await settleStock(db, rows, clock())) await cache.bumpRevision(db, storesOf(rows));
        return sessions;
      });
    },

    /**
     * Expires ended sessions whose creation the provider never answered. No buyer has the address of their
     * page, so there is no event.
     */
    async expireUnopened(now: number): Promise<void> {
      await engine.writeOne((db) =>
        db
          .updateTable("checkout_sessions")
          .set({ status: "expired", url: null })
          .where(isAbandoned(now))
          .execute(),
      );
    },

    /**
     * Sells or returns the stock of sessions that ended without it: those that were never opened, and those that an
     * older version settled.
     */
    async settleStock(limit: number): Promise<number> {
      return engine.write(async (db) => {
        const rows = await db
          .selectFrom("checkout_sessions")
          .selectAll()
          .where(isStockDue())
          .orderBy("id")
          .limit(limit)
          .forUpdate()
          .skipLocked()
          .execute();
        if (await settleStock(db, rows, clock())) await cache.bumpRevision(db, storesOf(rows));
        return rows.length;
      });
    },

    /** Claims an account's ended sessions that are still open here and that its lists didn't report, newest first. */
    claimUnlisted: ({ account, now, limit }: Claim & { account: string | null }) =>
      claim({ now, limit }, [hasEnded(now), isOf(account)]),

    /**
     * Claims sessions to be requested individually, at growing intervals: pending payments, and open sessions
     * that no list has reported. Those never requested come first, then those requested longest ago.
     */
    claimDue: ({ now, limit }: Claim) =>
      claim({ now, limit }, [
        expressionBuilder<Tables, "checkout_sessions">()("id", "in", dueIds(engine, now)),
        // Checked again: another process may have claimed one during the wait for its lock.
        isUnclaimed(now),
      ]),

    /** How overdue the requests are. `listedBefore` as in `accountsToList`. */
    async backlog({ now, listedBefore }: { now: number; listedBefore: number }): Promise<Backlog> {
      const listed = (eb: ExpressionBuilder<Tables, "checkout_sessions" | "session_listings">) =>
        sql<number>`case when ${eb.ref("listed_at")} > ${eb.ref("created_at")} then ${eb.ref("listed_at")} else ${eb.ref("created_at")} end`;
      const open = await listable(engine)
        .where((eb) => listed(eb), "<=", listedBefore)
        .select((eb) => [
          eb.fn.countAll<number>().as("count"),
          eb.fn.min<number | null>(listed(eb)).as("oldest"),
        ])
        .executeTakeFirstOrThrow();
      const single = await engine.read
        .selectFrom("checkout_sessions")
        .where("id", "in", dueIds(engine, now))
        .select((eb) => [
          eb.fn.countAll<number>().as("count"),
          eb.fn.min<number | null>(eb.fn.coalesce("checked_at", dueSince())).as("oldest"),
        ])
        .executeTakeFirstOrThrow();
      return {
        due: open.count + single.count,
        behindMs: Math.max(
          open.oldest === null ? 0 : listedBefore - open.oldest,
          single.oldest === null ? 0 : now - sweepingMs.firstInterval - single.oldest,
          0,
        ),
      };
    },
  };

  /** Marks them as requested, so that two processes don't request the same ones. */
  async function claim(
    { now, limit }: Claim,
    conditions: Expression<SqlBool>[],
  ): Promise<CheckoutSessionRecord[]> {
    return engine.write(async (db) => {
      const rows = await db
        .selectFrom("checkout_sessions")
        .selectAll()
        .where((eb) => eb.and(conditions))
        .orderBy("checked_at", (order) => order.asc().nullsFirst())
        .orderBy("created_at", "desc")
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .execute();
      if (rows.length > 0) {
        const ids = rows.map(({ id }) => id);
        await db.updateTable("checkout_sessions").set({ checked_at: now }).where("id", "in", ids).execute();
      }
      return rows.map(toRecord);
    });
  }
}

function isOf(account: string | null): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, "checkout_sessions">();
  return account === null ? eb("account", "is", null) : eb("account", "=", account);
}

/** The ids to be requested individually. Uses three queries, because SQLite would use no index for a combined one. */
function dueIds({ read }: Engine, now: number) {
  const ids = () => read.selectFrom("checkout_sessions").select("id");
  const complete = (state: Partial<SessionState>) =>
    ids().where(matches(state)).where(isCompleteCheckDue(now));
  return ids()
    .where(isOpenAtProvider())
    .where(isOpenCheckDue(now))
    .unionAll(complete(unsettledStates.pending))
    .unionAll(complete(unsettledStates.withoutOrder));
}

function storesOf(rows: { store_id: string }[]): string[] {
  return rows.map(({ store_id }) => store_id);
}
