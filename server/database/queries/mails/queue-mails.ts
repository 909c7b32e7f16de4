import { giveUpAfterMs } from "../../../domain/events/delivery-schedule.ts";
import { newId } from "../../../domain/ids.ts";
import { type LinkMail, type OrderMail, recurringKinds } from "../../../domain/mails/mail-kinds.ts";
import type { Order } from "../../../domain/order.ts";
import type { Queries } from "../../engines/queries.ts";
import type { MailRow } from "../../schema.ts";

/**
 * Held while a process of this installation sends mail. Command lines and servers without SMTP_URL change orders too, and
 * queue mails exactly while there is a sender.
 */
export const senderLease = "mail sender";

/** Whether any mail would be sent. */
export async function hasSender(db: Queries, now: number): Promise<boolean> {
  const lease = await db
    .selectFrom("leases")
    .select("name")
    .where("name", "=", senderLease)
    .where("held_until", ">", now)
    .executeTakeFirst();
  return lease !== undefined;
}

/** Whether the store's buyers get mails. */
export async function mailsBuyers(db: Queries, storeId: string, now: number): Promise<boolean> {
  const store = await db
    .selectFrom("stores")
    .select("mails_buyers")
    .where("id", "=", storeId)
    .executeTakeFirst();
  return store?.mails_buyers === 1 && (await hasSender(db, now));
}

/** Puts mails to an order's buyer into the outbox, in the transaction of the change. */
export async function queueOrderMails(
  db: Queries,
  { id, storeId, customerEmail }: Pick<Order, "id" | "storeId" | "customerEmail">,
  mails: OrderMail[],
  now: number,
): Promise<void> {
  if (customerEmail === null) return;
  for (const { kind, eventKey } of mails) {
    const event = { kind, event_key: eventKey, store_id: storeId, order_id: id };
    await queueMail(db, { ...event, link_token: null, give_up_at: now + giveUpAfterMs }, now);
  }
}

/** Puts a mail with an invitation's link into the outbox, unless no mail is sent. Returns whether it is sent. */
export async function queueLinkMail(
  db: Queries,
  { kind, invitationId, storeId, token, expiresAt }: LinkMail,
  now: number,
): Promise<boolean> {
  if (!(await hasSender(db, now))) return false;
  const event = { kind, event_key: invitationId, store_id: storeId, order_id: null };
  // A link that has expired needs no mail.
  const give_up_at = Math.min(expiresAt, now + giveUpAfterMs);
  await queueMail(db, { ...event, link_token: token, give_up_at }, now);
  return true;
}

/** Does nothing if the same mail is already in the outbox, sent or not. One of what recurs is a new mail then. */
async function queueMail(
  db: Queries,
  mail: Pick<MailRow, "kind" | "event_key" | "store_id" | "order_id" | "link_token" | "give_up_at">,
  now: number,
): Promise<void> {
  const pending = {
    ...{ ...mail, id: newId("mail"), status: "pending", attempts: 0, due_at: now },
    ...{ last_outcome: null, settled_at: null, created_at: now, dismissed_at: null },
  };
  await db
    .insertInto("mails")
    .values(pending)
    .onConflict((c) =>
      c
        .columns(["kind", "event_key"])
        .doUpdateSet(pending)
        .where("mails.kind", "in", [...recurringKinds]),
    )
    .execute();
}
