import type { Database } from "../../database/database.ts";
import type { QueuedMail } from "../../database/queries/mails/mails.ts";
import type { Store } from "../../database/queries/stores.ts";
import { normalizeEmail } from "../../domain/email-address.ts";
import type { Order } from "../../domain/order.ts";
import { linkOf } from "../../people/invitations.ts";
import { createDownloadLinks } from "./download-links.ts";
import { createInvoiceLink } from "./invoice-link.ts";
import { letterHtml } from "./letter-html.ts";
import { letterText } from "./letter-text.ts";
import { invitationLetter, passwordLetter } from "./link-letters.ts";
import type { MailSender } from "./mail-sender.ts";
import { confirmationLetter, type OrderLetter, refundLetter, shippingLetter } from "./order-letters.ts";

export interface WrittenMail {
  to: string;
  /** The store's name; null for mails of no store. */
  senderName: string | null;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
}

type MailDatabase = Pick<
  Database,
  "orders" | "stores" | "invitations" | "people" | "downloads" | "productFiles" | "invoiceLinks"
>;

/** Writes a mail from what it is about, as that is now. Undefined if there is nothing left to send. */
export async function writeMail(
  mail: QueuedMail,
  database: MailDatabase,
  sender: Pick<MailSender, "publicUrl">,
): Promise<WrittenMail | undefined> {
  const { storeId, orderId } = mail;
  const store = storeId === null ? undefined : await database.stores.find(storeId);
  if (orderId === null) return linkMail(mail, store, database, sender);
  return store && orderMail({ ...mail, orderId }, store, database, sender);
}

async function orderMail(
  mail: QueuedMail & { orderId: string },
  store: Store,
  database: MailDatabase,
  sender: Pick<MailSender, "publicUrl">,
): Promise<WrittenMail | undefined> {
  const { orderId } = mail;
  const order = await database.orders.find({ storeId: store.id, orderId });
  const to = order?.customerEmail?.trim();
  if (!order || to === undefined || normalizeEmail(to) === undefined) return undefined;
  const written = await orderLetter(mail, order, store, { database, sender });
  if (!written) return undefined;
  return {
    to,
    senderName: store.name,
    replyTo: store.contactEmail,
    subject: written.subject,
    text: letterText(written.letter),
    html: await letterHtml(written.letter),
  };
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
  const { subject, letter } = store
    ? invitationLetter({ invitation, storeName: store.name, inviter: inviter?.email, url })
    : passwordLetter({ invitation, url });
  return {
    to: invitation.email,
    senderName: store?.name ?? null,
    replyTo: null,
    subject,
    text: letterText(letter),
    html: await letterHtml(letter),
  };
}

async function orderLetter(
  { kind, eventKey, linkToken }: QueuedMail,
  order: Order,
  store: Store,
  { database, sender }: { database: MailDatabase; sender: Pick<MailSender, "publicUrl"> },
): Promise<OrderLetter | undefined> {
  switch (kind) {
    case "order_confirmation": {
      if (linkToken === null) return undefined;
      const links = { publicUrl: sender.publicUrl, secret: linkToken };
      return confirmationLetter(order, store, {
        downloads: await createDownloadLinks(order, database, links),
        invoice: await createInvoiceLink(order, store, database, links),
      });
    }
    case "shipping_notice": {
      const parcel = order.parcels.find(({ id }) => id === eventKey);
      return parcel && shippingLetter(order, parcel, store);
    }
    case "refund": {
      const refund = order.refunds.find(({ id, status }) => id === eventKey && status === "succeeded");
      return refund && refundLetter(order, refund, store);
    }
    default:
      return undefined;
  }
}
