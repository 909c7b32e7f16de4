import type { Actor } from "../../../domain/actor.ts";
import { type AuditAction, firstValues } from "../../../domain/audit.ts";
import { giveUpAfterMs } from "../../../domain/events/delivery-schedule.ts";
import { newId } from "../../../domain/ids.ts";
import { type OrderMail, orderMailKinds } from "../../../domain/mails/mail-kinds.ts";
import type { Order } from "../../../domain/order.ts";
import type { Queries } from "../../engines/queries.ts";
import { recordChange } from "../audit/record-change.ts";
import { camelCased } from "../camel-case.ts";

/** What happened to a mail to a buyer. */
export interface SentMail extends OrderMail {
  status: "pending" | "sent" | "failed" | "dropped";
  /** Of the last attempt: a code of the mail server or of the connection. */
  lastOutcome: string | null;
  /** When it was queued. */
  createdAt: number;
  settledAt: number | null;
  /** When a person dismissed a failed one. */
  dismissedAt: number | null;
}

interface MailAddress extends OrderMail {
  storeId: string;
  orderId: string;
}

/** The mails to an order's buyer, oldest first; not those about parcels that were undone. */
export async function mailsOfOrder(db: Queries, order: Order): Promise<SentMail[]> {
  const { id, subscriptionId, parcels, refunds, payments } = order;
  const about = [...parcels, ...refunds, ...payments].map((one) => one.id);
  // There is no index of orders, but one of what a mail is about.
  const rows = await db
    .selectFrom("mails")
    .selectAll()
    .where("kind", "in", [...orderMailKinds])
    .where("event_key", "in", [id, ...(subscriptionId === null ? [] : [subscriptionId]), ...about])
    .where("order_id", "=", id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    ...camelCased(row, "event_key", "last_outcome", "created_at", "settled_at", "dismissed_at"),
    kind: row.kind as OrderMail["kind"],
    status: row.status as SentMail["status"],
  }));
}

/**
 * Queues a mail to a buyer again; one that still waits is left as it is. False when there is no such mail. It is a new mail
 * with its own Message-ID, because a mail program may hide a second one with the same.
 */
export async function resendMail(
  db: Queries,
  address: MailAddress,
  { by, now }: { by: Actor; now: number },
): Promise<boolean> {
  const mail = await lockMail(db, address);
  if (!mail) return false;
  if (mail.due_at !== null) return true;
  await db
    .updateTable("mails")
    .set({
      ...{ id: newId("mail"), status: "pending", attempts: 0, last_outcome: null, settled_at: null },
      ...{ dismissed_at: null, due_at: now, give_up_at: now + giveUpAfterMs, created_at: now },
    })
    .where("id", "=", mail.id)
    .execute();
  await recordChange(db, by, changeOf(address, "order.mail_resent"), now);
  return true;
}

/** Takes a failed mail off the list of what needs attention. False when there is no such mail. */
export async function dismissMail(
  db: Queries,
  address: MailAddress,
  { by, now }: { by: Actor; now: number },
): Promise<boolean> {
  const mail = await lockMail(db, address);
  if (mail?.status !== "failed") return false;
  if (mail.dismissed_at !== null) return true;
  await db.updateTable("mails").set({ dismissed_at: now }).where("id", "=", mail.id).execute();
  await recordChange(db, by, changeOf(address, "order.mail_dismissed"), now);
  return true;
}

async function lockMail(db: Queries, { storeId, orderId, kind, eventKey }: MailAddress) {
  return db
    .selectFrom("mails")
    .select(["id", "status", "due_at", "dismissed_at"])
    .where("kind", "=", kind)
    .where("event_key", "=", eventKey)
    .where("order_id", "=", orderId)
    .where("store_id", "=", storeId)
    .forUpdate()
    .executeTakeFirst();
}

function changeOf({ storeId, orderId, kind, eventKey }: MailAddress, action: AuditAction) {
  return { storeId, action, objectId: orderId, changes: firstValues({ kind, eventKey }) };
}
