import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from "kysely";
import { sql } from "kysely";
import type { Engine } from "../../engines/engine.ts";
import type { Tables } from "../../schema.ts";
import { accountKey } from "../account-key.ts";
import { type CheckoutSessionRecord, isPending, isWithoutOrder, toRecord } from "./checkout-sessions.ts";

/** The sessions of one account that a list of the provider's can tell of. */
export interface AccountToList {
  /** Null for the platform's own. */
  account: string | null;
  /** When the oldest of its open sessions was created. */
  oldestCreatedAt: number;
  /** Where an earlier listing was broken off: since when, and behind which of the provider's sessions. */
  unfinished: { begunAt: number; position: string } | undefined;
}

export interface Claim {
  now: number;
  most: number;
}

export interface Backlog {
  /** Sessions that should have been asked for by now. */
  due: number;
  /** For how long, of the one that waits longest; milliseconds. */
  behindMs: number;
}

/** After this the provider is asked again for a session that no list has told of. The interval doubles from there … */
const firstIntervalMs = 5 * 60_000;
/** … up to this. */
const longestIntervalMs = 12 * 3600_000;
/** An open session that no list could be read for is asked for by itself, so long after its end. */
const unlistedMs = 3600_000;
/** A list tells of an end that was so long ago, whatever the clocks say. */
const endedMs = 60_000;

type Sessions = ExpressionBuilder<Tables, "checkout_sessions">;

/** The open sessions that a list of the provider's can tell of, each with the last listing of its account. */
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
    .where("checkout_sessions.status", "=", "open")
    .where("checkout_sessions.provider_id", "is not", null)
    .where("checkout_sessions.checked_at", "is", null);
}

export function unsettledSessionQueries(engine: Engine) {
  return {
    /**
     * The accounts with open sessions that no list of the provider's has told of since `before`; those that were never
     * listed first, then the ones listed longest ago. Sessions that were asked for one by one don't count.
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

    /** Notes how far the lists of an account have been read. */
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

    /** The open sessions among these of the provider's. */
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

    /** When the oldest and the newest were created of the account's open sessions that have ended by now. */
    async endedSessions({ account, now }: { account: string | null; now: number }) {
      const row = await engine.read
        .selectFrom("checkout_sessions")
        .where((eb) => eb.and([hasEnded(eb, now), isOf(eb, account)]))
        .select((eb) => [
          eb.fn.min<number | null>("created_at").as("oldest"),
          eb.fn.max<number | null>("created_at").as("newest"),
        ])
        .executeTakeFirstOrThrow();
      const { oldest, newest } = row;
      return oldest === null || newest === null ? undefined : { oldest, newest };
    },

    /** Marks those of these that are open as expired. Nothing follows from that, so it is done for all of them at once. */
    async expire(ids: string[]): Promise<void> {
      if (ids.length === 0) return;
      await engine.writeOne((db) =>
        db
          .updateTable("checkout_sessions")
          .set({ status: "expired", url: null })
          .where("id", "in", ids)
          .where("status", "=", "open")
          .execute(),
      );
    },

    /** Expires what has ended without the provider's answer to its creation: nobody has got the address of its page. */
    async expireUnopened(now: number): Promise<void> {
      await engine.writeOne((db) =>
        db
          .updateTable("checkout_sessions")
          .set({ status: "expired", url: null })
          .where("status", "=", "open")
          .where("provider_id", "is", null)
          .where("expires_at", "<=", now - endedMs)
          .execute(),
      );
    },

    /** Claims open sessions of an account that have ended and that its lists didn't tell of, the newest first. */
    claimUnlisted: ({ account, now, most }: Claim & { account: string | null }) =>
      claim({ now, most }, (eb) => eb.and([hasEnded(eb, now), isOf(eb, account)])),

    /**
     * Claims sessions that are to be asked for one by one: pending payments, and open ones that no list has told of, at
     * intervals that grow. The never asked come first, then the longest unasked.
     */
    claimDue: ({ now, most }: Claim) =>
      claim({ now, most }, (eb) =>
        eb.and([
          eb("id", "in", dueIds(engine, now)),
          // Once more: another process may have claimed one while this one waited for it.
          eb.or([eb("checked_at", "is", null), eb("checked_at", "<=", now - firstIntervalMs)]),
        ]),
      ),

    /** How far behind the asking is. `listedBefore` as in `accountsToList`. */
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
          eb.fn.min<number | null>(eb.fn.coalesce("checked_at", since(eb))).as("oldest"),
        ])
        .executeTakeFirstOrThrow();
      return {
        due: open.count + single.count,
        behindMs: Math.max(
          open.oldest === null ? 0 : listedBefore - open.oldest,
          single.oldest === null ? 0 : now - firstIntervalMs - single.oldest,
          0,
        ),
      };
    },
  };

  /** They are marked as asked, so that two processes don't ask for the same. */
  async function claim(
    { now, most }: Claim,
    isWanted: (eb: Sessions) => ExpressionWrapper<Tables, "checkout_sessions", SqlBool>,
  ): Promise<CheckoutSessionRecord[]> {
    return engine.write(async (db) => {
      const rows = await db
        .selectFrom("checkout_sessions")
        .selectAll()
        .where((eb) => isWanted(eb))
        .orderBy("checked_at", (order) => order.asc().nullsFirst())
        .orderBy("created_at", "desc")
        .limit(most)
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

function isOf(eb: Sessions, account: string | null) {
  return account === null ? eb("account", "is", null) : eb("account", "=", account);
}

/** Open here, over at the provider, and never asked for. */
function hasEnded(eb: Sessions, now: number) {
  return eb.and([
    eb("status", "=", "open"),
    eb("provider_id", "is not", null),
    eb("checked_at", "is", null),
    eb("expires_at", "<=", now - endedMs),
  ]);
}

/** From when on it has been time to ask: when the buyer was through, or the page was over. */
function since(eb: Sessions) {
  return eb.fn.coalesce("completed_at", "expires_at");
}

/** When it is time to ask again. */
function isDueAgain(eb: Sessions, now: number) {
  const unaskedMs = eb(eb.val(now), "-", eb.ref("checked_at"));
  return eb.and([
    eb("checked_at", "<=", now - firstIntervalMs),
    eb.or([
      eb("checked_at", "<=", now - longestIntervalMs),
      eb(unaskedMs, ">=", eb(eb.ref("checked_at"), "-", since(eb))),
    ]),
  ]);
}

/** The ids of what is to be asked for one by one, in three parts because SQLite finds none of them by an index in one. */
function dueIds({ read }: Engine, now: number) {
  const ids = () => read.selectFrom("checkout_sessions").select("id");
  const isCompleteAndDue = (eb: Sessions) =>
    eb.or([
      isDueAgain(eb, now),
      eb.and([eb("checked_at", "is", null), eb("completed_at", "<=", now - firstIntervalMs)]),
    ]);
  const isOpenAndDue = (eb: Sessions) =>
    eb.or([
      isDueAgain(eb, now),
      eb.and([eb("checked_at", "is", null), eb("expires_at", "<=", now - unlistedMs)]),
    ]);
  return ids()
    .where("status", "=", "open")
    .where("provider_id", "is not", null)
    .where((eb) => isOpenAndDue(eb))
    .unionAll(
      ids()
        .where((eb) => isPending(eb))
        .where((eb) => isCompleteAndDue(eb)),
    )
    .unionAll(
      ids()
        .where((eb) => isWithoutOrder(eb))
        .where((eb) => isCompleteAndDue(eb)),
    );
}
