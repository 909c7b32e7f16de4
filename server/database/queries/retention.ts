import { sql } from "kysely";
import { retentionMs } from "../../domain/retention.ts";
import type { Engine } from "../engines/engine.ts";
import { deleteEventsOf } from "./events/delete-events.ts";
import { isUnsettled } from "./sessions/session-conditions.ts";

/** What was deleted, by table. */
export interface Deleted {
  providerEvents: number;
  memberSessions: number;
  checkoutSessions: number;
  events: number;
  idempotencyKeys: number;
  refundRequests: number;
  invitations: number;
  dashboardSessions: number;
  pendingFlows: number;
}

export function retentionQueries(engine: Engine) {
  return {
    /** Deletes rows whose retention has ended, at most `limit` of each kind, oldest first. */
    async deleteOld({ now, limit }: { now: number; limit: number }): Promise<Deleted> {
      const sessions =
        (await deleteSessions("expired", now - retentionMs.expiredCheckoutSessions, limit)) +
        (await deleteSessions("complete", now - retentionMs.completeCheckoutSessions, limit));
      return {
        providerEvents: await deleteEvents(now - retentionMs.providerEvents, limit),
        memberSessions: await deleteMemberSessions(now - retentionMs.memberSessions, limit),
        checkoutSessions: sessions,
        events: await deleteOutgoing(now - retentionMs.events, limit),
        idempotencyKeys: await deleteIdempotencyKeys(now, limit),
        refundRequests: await deleteRefundRequests(now - retentionMs.refundRequests, limit),
        invitations: await deleteExpired("invitations", now, limit),
        dashboardSessions: await deleteExpired("dashboard_sessions", now, limit),
        pendingFlows: await deleteExpired("pending_flows", now, limit),
      };
    },
  };

  async function deleteEvents(before: number, limit: number): Promise<number> {
    return engine.writeOne(async (db) => {
      const old = db
        .selectFrom("provider_events")
        .select("id")
        .where("received_at", "<=", before)
        .orderBy("received_at")
        .limit(limit);
      const { numDeletedRows } = await db
        .deleteFrom("provider_events")
        .where("id", "in", old)
        .executeTakeFirst();
      return Number(numDeletedRows);
    });
  }

  async function deleteOutgoing(before: number, limit: number): Promise<number> {
    return engine.write(async (db) => {
      const old = await db
        .selectFrom("events")
        .select("id")
        .where("created_at", "<=", before)
        .orderBy("created_at")
        .limit(limit)
        .execute();
      return deleteEventsOf(
        db,
        old.map(({ id }) => id),
      );
    });
  }

  async function deleteMemberSessions(before: number, limit: number): Promise<number> {
    return engine.writeOne(async (db) => {
      const old = db
        .selectFrom("member_sessions")
        .select("hash")
        .where("expires_at", "<=", before)
        .orderBy("expires_at")
        .limit(limit);
      const { numDeletedRows } = await db
        .deleteFrom("member_sessions")
        // Another store may have a session of the same id, or it may have been registered again meanwhile.
        .where("expires_at", "<=", before)
        .where("hash", "in", old)
        .executeTakeFirst();
      return Number(numDeletedRows);
    });
  }

  async function deleteExpired(
    table: "invitations" | "dashboard_sessions" | "pending_flows",
    now: number,
    limit: number,
  ): Promise<number> {
    return engine.writeOne(async (db) => {
      const old = db
        .selectFrom(table)
        .select("hash")
        .where("expires_at", "<=", now)
        .orderBy("expires_at")
        .limit(limit);
      const { numDeletedRows } = await db.deleteFrom(table).where("hash", "in", old).executeTakeFirst();
      return Number(numDeletedRows);
    });
  }

  async function deleteIdempotencyKeys(now: number, limit: number): Promise<number> {
    return engine.writeOne(async (db) => {
      const old = db
        .selectFrom("idempotency_keys")
        .select("token")
        .where("expires_at", "<=", now)
        .orderBy("expires_at")
        .limit(limit);
      const { numDeletedRows } = await db
        .deleteFrom("idempotency_keys")
        .where("token", "in", old)
        .executeTakeFirst();
      return Number(numDeletedRows);
    });
  }

  async function deleteRefundRequests(before: number, limit: number): Promise<number> {
    return engine.writeOne(async (db) => {
      const old = db
        .selectFrom("refund_requests")
        .select("id")
        .where("status", "<>", sql.lit("open"))
        .where("created_at", "<=", before)
        .orderBy("created_at")
        .limit(limit);
      const { numDeletedRows } = await db
        .deleteFrom("refund_requests")
        .where("id", "in", old)
        .executeTakeFirst();
      return Number(numDeletedRows);
    });
  }

  async function deleteSessions(
    status: "expired" | "complete",
    before: number,
    limit: number,
  ): Promise<number> {
    return engine.writeOne(async (db) => {
      const old = db
        .selectFrom("checkout_sessions")
        .select("id")
        .where("status", "=", status)
        .where("expires_at", "<=", before)
        .where((eb) => eb.not(isUnsettled()))
        .orderBy("expires_at")
        .limit(limit);
      const { numDeletedRows } = await db
        .deleteFrom("checkout_sessions")
        .where("id", "in", old)
        .executeTakeFirst();
      return Number(numDeletedRows);
    });
  }
}
