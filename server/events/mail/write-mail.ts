import type { Database } from "../../database/database.ts";
import type { QueuedMail } from "../../database/queries/mails/mails.ts";
import type { Store } from "../../database/queries/stores.ts";
import { normalizeEmail } from "../../domain/email-address.ts";
import type { OrderMailKind } from "../../domain/mails/mail-kinds.ts";
import { mailLocale } from "../../domain/mails/mail-locale.ts";
import type { Order } from "../../domain/order.ts";
import { isLive, isOverdue } from "../../domain/subscription-state.ts";
import { linkOf } from "../../people/invitations.ts";
import { createDownloadLinks, createInvoiceLink } from "./confirmation-links.ts";
import { type Letter, letterText } from "./letter.ts";
import { letterHtml } from "./letter-html.ts";
import { invitationLetter, passwordLetter, signUpLetter } from "./link-letters.ts";
import {
  addressLetter,
  confirmationLetter,
  failedLetter,
  type OrderEmail,
  pendingLetter,
  refundLetter,
  shippingLetter,
} from "./order-letters.ts";
import { endingLetter, renewalFailedLetter, renewalLetter } from "./subscription-letters.ts";
import type { Message } from "./transport.ts";
import { withOwnText } from "./with-own-text.ts";

/** From whom mails come. */
export interface MailSender {
  /** The email address that mails come from. */
  address: string;
  /** Without a trailing slash. Its host is part of Message-IDs. */
  publicUrl: string;
}

export interface WrittenMail {
  to: string;
  /** The store's name; null for mails of no store. */
  senderName: string | null;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
}

export type MailDatabase = Pick<
  Database,
  | "orders"
  | "subscriptions"
  | "mailTexts"
  | "stores"
  | "invitations"
  | "people"
  | "downloads"
  | "productFiles"
  | "invoiceLinks"
>;

/** Writes a mail from what it is about, as that is now. Undefined if there is nothing left to send. */
export async function writeMail(
  mail: QueuedMail,
  database: MailDatabase,
  sender: Pick<MailSender, "publicUrl">,
): Promise<WrittenMail | undefined> {
  const { storeId, orderId } = mail;
  const store = storeId === null ? undefined : await database.stores.find(storeId);
  const { kind } = mail;
  if (orderId === null || kind === "invitation" || kind === "password_reset") {
    return linkMail(mail, store, database, sender);
  }
  return store && orderMail({ ...mail, kind, orderId }, store, database, sender);
}

type BuyerMail = QueuedMail & { kind: OrderMailKind; orderId: string };

async function orderMail(
  mail: BuyerMail,
  store: Store,
  database: MailDatabase,
  sender: Pick<MailSender, "publicUrl">,
): Promise<WrittenMail | undefined> {
  const { orderId } = mail;
  const order = await database.orders.find({ storeId: store.id, orderId });
  const to = order?.customerEmail?.trim();
  if (!order || to === undefined || normalizeEmail(to) === undefined) return undefined;
  const usual = await orderLetter(mail, order, store, { database, sender });
  if (!usual) return undefined;
  const language = mailLocale(order.locale);
  const text = await database.mailTexts.find({ storeId: store.id, kind: mail.kind, language });
  const written = text ? withOwnText(usual, text, order, store) : usual;
  return { to, senderName: store.name, replyTo: store.contactEmail, ...(await parts(written)) };
}

/** @param store undefined for a link that only resets a password */
async function linkMail(
  { eventKey, linkToken }: QueuedMail,
  store: Store | undefined,
  database: MailDatabase,
  { publicUrl }: Pick<MailSender, "publicUrl">,
): Promise<WrittenMail | undefined> {
  const invitation = await database.invitations.findById(eventKey);
  if (!invitation || linkToken === null) return undefined;
  const url = publicUrl + linkOf(linkToken);
  const { invitedBy } = invitation;
  const inviter = invitedBy?.kind === "person" ? await database.people.find(invitedBy.id) : undefined;
  const alone = invitation.isSignUp ? signUpLetter(invitation, url) : passwordLetter(invitation, url);
  const written = store
    ? invitationLetter(invitation, url, { storeName: store.name, inviter: inviter?.email })
    : alone;
  return { to: invitation.email, senderName: store?.name ?? null, replyTo: null, ...(await parts(written)) };
}

async function parts({ subject, letter }: { subject: string; letter: Letter }) {
  return { subject, text: letterText(letter), html: await letterHtml(letter) };
}

async function orderLetter(
  { kind, eventKey, linkToken }: BuyerMail,
  order: Order,
  store: Store,
  { database, sender }: { database: MailDatabase; sender: Pick<MailSender, "publicUrl"> },
): Promise<OrderEmail | undefined> {
  switch (kind) {
    case "order_confirmation": {
      if (linkToken === null) return undefined;
      const links = { publicUrl: sender.publicUrl, secret: linkToken };
      return confirmationLetter(order, store, {
        downloads: await createDownloadLinks(order, database, links),
        invoice: await createInvoiceLink(order, store, database, links),
      });
    }
    case "payment_pending":
      return order.paymentStatus === "pending" ? pendingLetter(order, store) : undefined;
    case "payment_failed":
      return order.paymentStatus === "failed" ? failedLetter(order, store) : undefined;
    case "address_change":
      return order.shippingAddress ? addressLetter(order, store) : undefined;
    case "renewal": {
      const payment = order.payments.find(({ id }) => id === eventKey);
      return payment && renewalLetter(order, payment, store);
    }
    case "renewal_failed": {
      const subscription = await database.subscriptions.find(eventKey);
      return subscription && isOverdue(subscription) ? renewalFailedLetter(order, store) : undefined;
    }
    case "subscription_ending": {
      const subscription = await database.subscriptions.find(eventKey);
      if (!subscription || subscription.cancelAt === null || !isLive(subscription)) return undefined;
      return endingLetter(order, subscription.cancelAt, store);
    }
    case "shipping_notice": {
      const parcel = order.parcels.find(({ id }) => id === eventKey);
      return parcel && shippingLetter(order, parcel, store);
    }
    case "refund": {
      const refund = order.refunds.find(({ id, status }) => id === eventKey && status === "succeeded");
      return refund && refundLetter(order, refund, store);
    }
  }
}

/**
 * Composes the message of a mail. Its Message-ID and date depend on the mail alone, so a repeated message is recognised
 * as the same one.
 */
export function composeMessage(
  { id, createdAt }: Pick<QueuedMail, "id" | "createdAt">,
  { to, senderName, replyTo, subject, text, html }: WrittenMail,
  { address, publicUrl }: MailSender,
): Message {
  const name = senderName ?? "";
  return {
    from: { name, address },
    to: { name: "", address: to },
    ...(replyTo !== null && { replyTo: { name, address: replyTo } }),
    subject,
    text,
    html,
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    date: new Date(createdAt),
    // No out-of-office replies (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated" },
  };
}
