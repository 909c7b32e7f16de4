import { mailLocale } from "../../domain/mails/mail-locale.ts";
import { formatAmount } from "../../domain/money.ts";
import type { Order, Payment } from "../../domain/order.ts";
import { frame, nameOf, type OrderEmail, type SendingStore, textsOf } from "./order-letters.ts";

/** Subscriptions are named by the order with which they began. */
export function renewalLetter(order: Order, payment: Payment, store: SendingStore): OrderEmail {
  const { renewal } = textsOf(order);
  const amount = formatAmount(payment.amount, payment.currency, mailLocale(order.locale));
  const text = { ...renewal, paragraphs: [renewal.text(amount, nameOf(order))] };
  return { ...shortLetter(order, store, text), values: { amount } };
}

export function renewalFailedLetter(order: Order, store: SendingStore): OrderEmail {
  const { renewalFailed } = textsOf(order);
  const paragraphs = [renewalFailed.text(nameOf(order)), renewalFailed.next];
  return shortLetter(order, store, { ...renewalFailed, paragraphs });
}

/** @param endsAt milliseconds since 1970 */
export function endingLetter(order: Order, endsAt: number, store: SendingStore): OrderEmail {
  const { ending } = textsOf(order);
  const date = dateText(endsAt, mailLocale(order.locale), store.timeZone);
  const paragraphs = [ending.text(date, nameOf(order)), ending.next];
  const text = { subject: ending.subject(date), title: ending.title, paragraphs };
  return { ...shortLetter(order, store, text), values: { date } };
}

function shortLetter(
  order: Order,
  store: SendingStore,
  { subject, title, paragraphs }: { subject: string; title: string; paragraphs: string[] },
): OrderEmail {
  return { subject, letter: { ...frame(order, store, title), paragraphs, links: [], facts: [] } };
}

function dateText(ms: number, language: string, timeZone: string): string {
  const date = { day: "numeric", month: "long", year: "numeric" } as const;
  return new Intl.DateTimeFormat(language, { ...date, timeZone }).format(ms);
}
