import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import { retentionMs } from "../../domain/retention.ts";
import type { Engine } from "../engines/engine.ts";
import type { Queries } from "../engines/queries.ts";
import type { Tables } from "../schema.ts";
import { deleteEventsOf } from "./events/delete-events.ts";
import { isUnsettled } from "./sessions/session-conditions.ts";

/** A kind of record that is deleted after its retention. */
interface Kept {
  table: keyof Tables;
  /** A unique or nearly unique column. */
  key: string;
  /** The start of the retention. An index begins with the columns of `only`, followed by this one. */
  since: string;
  /** 0 when the row has its own expiry. */
  keptMs: number;
  /** Only these rows of the table. */
  only?: Expression<SqlBool>;
}

const refundRequests = expressionBuilder<Tables, "refund_requests">();
const sessions = expressionBuilder<Tables, "checkout_sessions">();

const kept = {
  carts: since("expires_at", { table: "carts", key: "id" }),
  idempotencyKeys: since("expires_at", { table: "idempotency_keys", key: "token" }),
  memberSessions: since("expires_at", { table: "member_sessions", key: "hash" }, retentionMs.memberSessions),
  expiredCheckoutSessions: checkoutSessions("expired", retentionMs.expiredCheckoutSessions),
  completeCheckoutSessions: checkoutSessions("complete", retentionMs.completeCheckoutSessions),
  deletedProducts: since("deleted_at", { table: "deleted_products", key: "id" }, retentionMs.deletedProducts),
  providerEvents: since("received_at", { table: "provider_events", key: "id" }, retentionMs.providerEvents),
  unhandledEvents: since(
    "happened_at",
    { table: "unhandled_events", key: "id" },
    retentionMs.unhandledEvents,
  ),
  events: since("created_at", { table: "events", key: "id" }, retentionMs.events),
  mails: since("created_at", { table: "mails", key: "id" }, retentionMs.mails),
  refundRequests: since(
    "created_at",
    { table: "refund_requests", key: "id", only: refundRequests("status", "<>", sql.lit("open")) },
    retentionMs.refundRequests,
  ),
  invitations: since("expires_at", { table: "invitations", key: "hash" }),
  dashboardSessions: since("expires_at", { table: "dashboard_sessions", key: "hash" }),
  downloadLinks: since("expires_at", { table: "download_links", key: "hash" }),
  pendingFlows: since("expires_at", { table: "pending_flows", key: "hash" }),
};

/** Rows with their own expiry are kept for no longer. */
function since(column: string, of: Omit<Kept, "since" | "keptMs">, keptMs = 0): Kept {
  return { ...of, since: column, keptMs };
}

export type RecordKind = keyof typeof kept;

/** All kinds of records that are deleted after their retention. */
export const recordKinds = Object.keys(kept) as RecordKind[];

export function retentionQueries(engine: Engine) {
  return {
    /**
     * Deletes records of a kind that are past their retention, oldest first.
     * @returns how many, at most `limit`
     */
    async deleteOld(kind: RecordKind, { now, limit }: { now: number; limit: number }): Promise<number> {
      if (kind === "events") return deleteOldEvents(now, limit);
      const { table, key, since } = kept[kind];
      return engine.writeOne(async (db) => {
        const { numDeletedRows } = await tables(db)
          .deleteFrom(table)
          // Checked again: the row may have been extended during the wait for its lock, or another store's
          // row may have the same key.
          .where(sql.ref(since), "<=", now - kept[kind].keptMs)
          .where(sql.ref(key), "in", old(db, kept[kind], now).limit(limit))
          .executeTakeFirst();
        return Number(numDeletedRows);
      });
    },

    /** How long the oldest expired record of a kind is overdue, in milliseconds; 0 when none is left. */
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

  /** Deletes events together with their deliveries. */
  async function deleteOldEvents(now: number, limit: number): Promise<number> {
    return engine.write(async (db) => {
      const rows = await old(db, kept.events, now).limit(limit).execute();
      const ids = rows.map(({ key }) => key);
      return deleteEventsOf(db, ids);
    });
  }
}

function checkoutSessions(status: "expired" | "complete", keptMs: number): Kept {
  const only = sessions.and([sessions("status", "=", status), sessions.not(isUnsettled())]);
  return since("expires_at", { table: "checkout_sessions", key: "id", only }, keptMs);
}

/** The keys of the expired rows. */
function old(db: Queries, { table, key, since, keptMs, only }: Kept, now: number) {
  return tables(db)
    .selectFrom(table)
    .select(sql.ref<string>(key).as("key"))
    .where(sql.ref(since), "<=", now - keptMs)
    .$if(only !== undefined, (rows) => rows.where(only as Expression<SqlBool>))
    .orderBy(sql.ref(since));
}

/** Gives access to tables by column names that are strings. */
function tables(db: Queries) {
  return db.withTables<Record<string, Record<string, string | number>>>();
}
