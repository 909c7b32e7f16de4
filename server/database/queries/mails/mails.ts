import type { Actor } from "../../../domain/actor.ts";
import type { Clock } from "../../../domain/clock.ts";
import { randomPart } from "../../../domain/ids.ts";
import type { MailKind } from "../../../domain/mails/mail-kinds.ts";
import type { Order } from "../../../domain/order.ts";
import type { Engine } from "../../engines/engine.ts";
import type { MailRow } from "../../schema.ts";
import { camelCased } from "../camel-case.ts";
import { idsOf } from "../ids-of.ts";
import { dismissMail, mailsOfOrder, resendMail } from "./order-mails.ts";
import { hasSender, senderLease } from "./queue-mails.ts";

/** A claimed mail of the outbox. `attempts` is how often it has been sent, including this time. */
export type QueuedMail = ReturnType<typeof toQueued>;

/** How an attempt ended. `outcome` is a code of the mail server or of the connection. */
export type MailAttempt =
  | { result: "sent" }
  /** The mail server may still have accepted it. */
  | { result: "failed"; outcome: string; retryAt: number }
  /** No further attempts. */
  | { result: "abandoned"; outcome: string }
  /** There is nothing left to send: the buyer was erased, the parcel undone, or the invitation withdrawn. */
  | { result: "dropped" }
  /** The attempt didn't begin and doesn't count. */
  | { result: "released" };

/** What a sender takes from an outbox, and for how long. */
export interface Claim {
  now: number;
  limit: number;
  leaseMs: number;
}

export interface MailBacklog {
  /** Overdue mails. */
  due: number;
  /** How long the most overdue one has waited; milliseconds. */
  behindMs: number;
}

export function mailQueries(engine: Engine, clock: Clock) {
  const due = (now: number) =>
    engine.read.selectFrom("mails").where("due_at", "is not", null).where("due_at", "<=", now);

  return {
    senderLease,

    /** Whether this installation sends mail. */
    hasSender: (): Promise<boolean> => hasSender(engine.read, clock()),

    async hasDue(now: number): Promise<boolean> {
      return (await due(now).select("id").limit(1).executeTakeFirst()) !== undefined;
    },

    /**
     * Claims due mails, the longest waiting first. No other process gets them until the lease ends, after which
     * the attempt counts as failed.
     */
    async claim({ now, limit, leaseMs }: Claim): Promise<QueuedMail[]> {
      return engine.write(async (db) => {
        const claimed = await db
          .selectFrom("mails")
          .selectAll()
          .where("due_at", "is not", null)
          .where("due_at", "<=", now)
          .orderBy("due_at")
          .orderBy("id")
          .limit(limit)
          .forUpdate()
          .skipLocked()
          .execute();
        if (claimed.length === 0) return [];
        for (const row of claimed) {
          if (row.link_token !== null || row.order_id === null) continue;
          row.link_token = randomPart();
          await db
            .updateTable("mails")
            .set({ link_token: row.link_token })
            .where("id", "=", row.id)
            .execute();
        }
        await db
          .updateTable("mails")
          .set((eb) => ({ due_at: now + leaseMs, attempts: eb("attempts", "+", 1) }))
          .where("id", "in", idsOf(claimed))
          .execute();
        return claimed.map(toQueued);
      });
    },

    /** Records how an attempt ended, unless its lease ended and another process has claimed the mail since. */
    async finish({ id, attempts }: QueuedMail, attempt: MailAttempt): Promise<void> {
      const now = clock();
      await engine.writeOne((db) =>
        db
          .updateTable("mails")
          .set(columnsAfter(attempt, { attempts, now }))
          .where("id", "=", id)
          .where("attempts", "=", attempts)
          .where("due_at", "is not", null)
          .execute(),
      );
    },

    ofOrder: (order: Order) => mailsOfOrder(engine.read, order),

    /** `resendMail` in its own transaction. */
    resend: (address: Parameters<typeof resendMail>[1], by: Actor): Promise<boolean> =>
      engine.write((db) => resendMail(db, address, { by, now: clock() })),

    /** `dismissMail` in its own transaction. */
    dismiss: (address: Parameters<typeof dismissMail>[1], by: Actor): Promise<boolean> =>
      engine.write((db) => dismissMail(db, address, { by, now: clock() })),

    /** How far behind the outbox is. */
    async backlog(now: number): Promise<MailBacklog> {
      const { count, oldest } = await due(now)
        .select((eb) => [
          eb.fn.countAll<number>().as("count"),
          eb.fn.min<number | null>("due_at").as("oldest"),
        ])
        .executeTakeFirstOrThrow();
      return { due: count, behindMs: oldest === null ? 0 : now - oldest };
    },
  };
}

function toQueued(row: MailRow) {
  return {
    ...camelCased(row, "id", "store_id", "event_key", "order_id", "link_token", "give_up_at", "created_at"),
    kind: row.kind as MailKind,
    attempts: row.attempts + 1,
  };
}

function columnsAfter(attempt: MailAttempt, { attempts, now }: { attempts: number; now: number }) {
  const settled = { due_at: null, settled_at: now, link_token: null };
  switch (attempt.result) {
    case "sent":
      return { ...settled, status: "sent", last_outcome: null };
    case "failed":
      return { due_at: attempt.retryAt, last_outcome: attempt.outcome };
    case "abandoned":
      return { ...settled, status: "failed", last_outcome: attempt.outcome };
    case "dropped":
      return { ...settled, status: "dropped", last_outcome: null };
    case "released":
      return { due_at: now, attempts: attempts - 1 };
  }
}
