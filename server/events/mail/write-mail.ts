import type { Database } from "../../database/database.ts";
import type { QueuedMail } from "../../database/queries/mails/mails.ts";
import type { Store } from "../../database/queries/stores.ts";
import { normalizeEmail } from "../../domain/email-address.ts";
import type { Order } from "../../domain/order.ts";
import { letterHtml } from "./letter-html.ts";
import { letterText } from "./letter-text.ts";
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

type MailDatabase = Pick<Database, "orders" | "stores">;

/** Writes a mail from what its store and order are now. Undefined if there is nothing left to send. */
export async function writeMail(mail: QueuedMail, database: MailDatabase): Promise<WrittenMail | undefined> {
  const { storeId, orderId } = mail;
  const store = storeId === null ? undefined : await database.stores.find(storeId);
  if (!store || orderId === null) return undefined;
  const order = await database.orders.find({ storeId: store.id, orderId });
  const to = order?.customerEmail?.trim();
  if (!order || to === undefined || normalizeEmail(to) === undefined) return undefined;
  const written = orderLetter(mail, order, store);
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

function orderLetter({ kind, eventKey }: QueuedMail, order: Order, store: Store): OrderLetter | undefined {
  switch (kind) {
    case "order_confirmation":
      return confirmationLetter(order, store);
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
