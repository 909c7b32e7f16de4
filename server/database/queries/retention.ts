import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import { retentionMs } from "../../domain/retention.ts";
import type { Engine } from "../engines/engine.ts";
import type { Queries } from "../engines/queries.ts";
import type { Tables } from "../schema.ts";
import { deleteEventsOf } from "./events/delete-events.ts";
import { isUnsettled } from "./sessions/session-conditions.ts";

/** What is deleted when its time is over. */
interface Kept {
  table: keyof Tables;
  /** A column that is unique, or nearly. */
  key: string;
  /** From when the row is kept for `keptMs`; an index begins with the columns of `only`, and then this one. */
  since: string;
  /** 0 for a row that says itself when it expires. */
  keptMs: number;
  /** Of the table's rows these alone. */
  only?: Expression<SqlBool>;
}

const refundRequests = expressionBuilder<Tables, "refund_requests">();
const sessions = expressionBuilder<Tables, "checkout_sessions">();

const kept = {
  carts: { table: "carts", key: "id", since: "expires_at", keptMs: 0 },
  idempotencyKeys: { table: "idempotency_keys", key: "token", since: "expires_at", keptMs: 0 },
  memberSessions: {
    table: "member_sessions",
    key: "hash",
    since: "expires_at",
    keptMs: retentionMs.memberSessions,
  },
  expiredCheckoutSessions: checkoutSessions("expired", retentionMs.expiredCheckoutSessions),
  completeCheckoutSessions: checkoutSessions("complete", retentionMs.completeCheckoutSessions),
  providerEvents: {
    table: "provider_events",
    key: "id",
    since: "received_at",
    keptMs: retentionMs.providerEvents,
  },
  unhandledEvents: {
    table: "unhandled_events",
    key: "id",
    since: "happened_at",
    keptMs: retentionMs.unhandledEvents,
  },
  events: { table: "events", key: "id", since: "created_at", keptMs: retentionMs.events },
  refundRequests: {
    table: "refund_requests",
    key: "id",
    since: "created_at",
    keptMs: retentionMs.refundRequests,
    only: refundRequests("status", "<>", sql.lit("open")),
  },
  invitations: { table: "invitations", key: "hash", since: "expires_at", keptMs: 0 },
  dashboardSessions: { table: "dashboard_sessions", key: "hash", since: "expires_at", keptMs: 0 },
  pendingFlows: { table: "pending_flows", key: "hash", since: "expires_at", keptMs: 0 },
} satisfies Record<string, Kept>;

export type RecordKind = keyof typeof kept;

/** Every kind of records that are deleted when their retention ends. */
export const recordKinds = Object.keys(kept) as RecordKind[];

export function retentionQueries(engine: Engine) {
  return {
    /** Deletes records of a kind whose retention has ended, the oldest first. @returns how many, at most `limit` */
    async deleteOld(kind: RecordKind, { now, limit }: { now: number; limit: number }): Promise<number> {
      if (kind === "events") return deleteOldEvents(now, limit);
      const { table, key, since } = kept[kind];
      return engine.writeOne(async (db) => {
        const { numDeletedRows } = await tables(db)
          .deleteFrom(table)
          // Checked again: it may have been extended while this waited for it, or another store's has the same key.
          .where(sql.ref(since), "<=", now - kept[kind].keptMs)
          .where(sql.ref(key), "in", old(db, kept[kind], now).limit(limit))
          .executeTakeFirst();
        return Number(numDeletedRows);
      });
    },

    /** For how long the oldest record of a kind should have been deleted, in milliseconds; 0 when none is left. */
    async overdueMs(kind: RecordKind, now: number): Promise<number> {
      const { since, keptMs } = kept[kind];
      const oldest = await old(engine.read, kept[kind], now)
        .clearSelect()
        .select(sql.ref<number>(since).as("since"))
        .limit(1)
        .executeTakeFirst();
      return oldest ? now - keptMs - oldest.since : 0;
    },
  };

  /** With their deliveries. */
  async function deleteOldEvents(now: number, limit: number): Promise<number> {
    return engine.write(async (db) => {
      const rows = await old(db, kept.events, now).limit(limit).execute();
      return deleteEventsOf(
        db,
        rows.map(({ key }) => key),
      );
    });
  }
}

function checkoutSessions(status: "expired" | "complete", keptMs: number) {
  const only = sessions.and([sessions("status", "=", status), sessions.not(isUnsettled())]);
  return { table: "checkout_sessions", key: "id", since: "expires_at", keptMs, only } as const;
}

/** The keys of the rows whose time is over. */
function old(db: Queries, { table, key, since, keptMs, only }: Kept, now: number) {
  return tables(db)
    .selectFrom(table)
    .select(sql.ref<string>(key).as("key"))
    .where(sql.ref(since), "<=", now - keptMs)
    .$if(only !== undefined, (rows) => rows.where(only as Expression<SqlBool>))
    .orderBy(sql.ref(since));
}

/** Tables whose columns are named by text. */
function tables(db: Queries) {
  return db.withTables<Record<string, Record<string, string | number>>>();
}
