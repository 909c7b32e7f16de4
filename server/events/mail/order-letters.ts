import { amountParts, totalOf } from "../../domain/amounts.ts";
import { mailLocale } from "../../domain/mails/mail-locale.ts";
import type { PlaceholderValues } from "../../domain/mails/own-text.ts";
import { formatAmount } from "../../domain/money.ts";
import type { Order, OrderRefund } from "../../domain/order.ts";
import { contentText, type Parcel, unsentLines } from "../../domain/parcels.ts";
import { nameWithOptions } from "../../domain/product.ts";
import type { ShippingAddress } from "../../domain/shipping-address.ts";
import type { DownloadLinks, InvoiceLink } from "./confirmation-links.ts";
import type { Letter } from "./letter.ts";
import { de } from "./texts/de.ts";
import { en, type MailTexts } from "./texts/en.ts";
import { es } from "./texts/es.ts";
import { fr } from "./texts/fr.ts";

/** A mail to a buyer, before it is made into HTML and text. */
export interface OrderEmail {
  subject: string;
  letter: Letter;
  /** For placeholders of a store's own text. */
  values?: PlaceholderValues;
}

export interface SendingStore {
  name: string;
  contactEmail: string | null;
  timeZone: string;
}

const textsIn = { en, de, fr, es };

/** What buyers open from a confirmation. */
export interface ConfirmationLinks {
  /** Undefined if nothing can be downloaded. */
  downloads: DownloadLinks | undefined;
  /** Undefined if the order has no invoice. */
  invoice: InvoiceLink | undefined;
}

export function confirmationLetter(
  order: Order,
  store: SendingStore,
  { downloads, invoice }: ConfirmationLinks,
): OrderEmail {
  const texts = textsOf(order);
  const { confirmation } = texts;
  const isFree = totalOf(order) === 0;
  const paragraphs = [
    isFree ? confirmation.free : confirmation.paid,
    ...(order.subscriptionId === null ? [] : [confirmation.subscription]),
  ];
  const letter = {
    ...frame(order, store, confirmation.title),
    paragraphs,
    links: [
      ...(downloads ? [downloadList(downloads, order, store)] : []),
      ...(invoice ? [invoiceList(invoice, order, store)] : []),
    ],
    table: tableOf(order, texts),
    facts: [
      { label: texts.order, lines: [nameOf(order)] },
      ...(order.shippingRate ? [{ label: texts.parts.Shipping, lines: [order.shippingRate.name] }] : []),
      ...addressFacts(order, texts),
    ],
  };
  return { subject: confirmation.subject(nameOf(order)), letter, values: { amount: totalText(order) } };
}

/** For an order whose payment takes days. */
export function pendingLetter(order: Order, store: SendingStore): OrderEmail {
  return paymentLetter(order, store, textsOf(order).pending);
}

export function failedLetter(order: Order, store: SendingStore): OrderEmail {
  return paymentLetter(order, store, textsOf(order).failed);
}

function paymentLetter(
  order: Order,
  store: SendingStore,
  { subject, title, text, next }: MailTexts["pending"],
): OrderEmail {
  const amount = totalText(order);
  const letter = {
    ...frame(order, store, title),
    paragraphs: [text(amount, nameOf(order)), next],
    links: [],
    table: tableOf(order, textsOf(order)),
    facts: [],
  };
  return { subject: subject(nameOf(order)), letter, values: { amount } };
}

/** With the address as it is now. */
export function addressLetter(order: Order, store: SendingStore): OrderEmail {
  const texts = textsOf(order);
  const { address } = texts;
  const letter = {
    ...frame(order, store, address.title),
    paragraphs: [address.text(nameOf(order))],
    links: [],
    facts: addressFacts(order, texts),
  };
  return { subject: address.subject(nameOf(order)), letter };
}

export function shippingLetter(order: Order, { lines, tracking }: Parcel, store: SendingStore): OrderEmail {
  const texts = textsOf(order);
  const { shipping } = texts;
  const isRestLeft = unsentLines(order).length > 0;
  const items = lines.map((line) => contentText([line], order.lines));
  const letter = {
    ...frame(order, store, shipping.title),
    links: [],
    paragraphs: [shipping.text(nameOf(order)), ...(isRestLeft ? [shipping.rest] : [])],
    ...(tracking && isLink(tracking.url) && { link: { label: shipping.track, url: tracking.url } }),
    facts: [
      { label: texts.product, lines: items },
      ...(tracking?.carrier ? [{ label: texts.carrier, lines: [tracking.carrier] }] : []),
      ...(tracking ? [{ label: texts.trackingNumber, lines: [tracking.number] }] : []),
      ...addressFacts(order, texts),
    ],
  };
  return { subject: shipping.subject(nameOf(order)), letter };
}

export function refundLetter(
  order: Order,
  { amount, currency, lines, shipping }: OrderRefund,
  store: SendingStore,
): OrderEmail {
  const texts = textsOf(order);
  const { refund } = texts;
  const money = (sum: number) => formatAmount(sum, currency, mailLocale(order.locale));
  const items = lines.map((line) => `${contentText([line], order.lines)}: ${money(line.amount)}`);
  const letter = {
    ...frame(order, store, refund.title),
    links: [],
    paragraphs: [refund.text(money(amount), nameOf(order)), refund.delay],
    facts: [
      ...(items.length > 0 ? [{ label: texts.product, lines: items }] : []),
      ...(shipping > 0 ? [{ label: texts.parts.Shipping, lines: [money(shipping)] }] : []),
    ],
  };
  return { subject: refund.subject(nameOf(order)), letter, values: { amount: money(amount) } };
}

export function textsOf({ locale }: Order): MailTexts {
  return textsIn[mailLocale(locale)];
}

/** What all mails of a store have. */
export function frame(order: Order, { name, contactEmail }: SendingStore, title: string) {
  return {
    language: mailLocale(order.locale),
    senderName: name,
    title,
    closing: contactEmail === null ? undefined : textsOf(order).reply,
  };
}

/** `#1042`, or the id of an order that has no number yet. */
export function nameOf({ number, id }: Order): string {
  return number === null ? id : `#${number}`;
}

function totalText(order: Order): string {
  return formatAmount(totalOf(order), order.currency, mailLocale(order.locale));
}

function downloadList(
  { files, expiresAt }: DownloadLinks,
  order: Order,
  { timeZone }: SendingStore,
): Letter["links"][number] {
  const { downloads } = textsOf(order);
  return {
    heading: downloads.heading,
    items: files.map(({ productName, fileName, url }) => ({ label: `${productName} (${fileName})`, url })),
    note: downloads.until(timeText(expiresAt, mailLocale(order.locale), timeZone)),
  };
}

function invoiceList(
  { url, expiresAt }: InvoiceLink,
  order: Order,
  { timeZone }: SendingStore,
): Letter["links"][number] {
  const { invoice } = textsOf(order);
  return {
    heading: invoice.heading,
    items: [{ label: invoice.open, url }],
    note: invoice.until(timeText(expiresAt, mailLocale(order.locale), timeZone)),
  };
}

/** With the zone, because the buyer may be in another one. */
function timeText(ms: number, language: string, timeZone: string): string {
  const date = { day: "numeric", month: "long", year: "numeric" } as const;
  const time = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;
  return new Intl.DateTimeFormat(language, { ...date, ...time, timeZone }).format(ms);
}

function tableOf(order: Order, texts: MailTexts): Letter["table"] {
  const money = (amount: number) => formatAmount(amount, order.currency, mailLocale(order.locale));
  const parts = amountParts(order.amounts).map(({ name, amount }) => ({
    label: texts.parts[name],
    amount: money(amount),
    isTotal: false,
  }));
  const total = { label: texts.total, amount: money(totalOf(order)), isTotal: true };
  const rows = order.lines.map((line) => ({
    name: nameWithOptions(line),
    quantity: String(line.quantity),
    amount: money(line.unitPriceInCents * line.quantity),
  }));
  return { headings: [texts.product, texts.quantity, texts.amount], rows, sums: [...parts, total] };
}

function addressFacts({ shippingAddress, locale }: Order, { shipTo }: MailTexts): Letter["facts"] {
  if (shippingAddress === null) return [];
  return [{ label: shipTo, lines: addressLines(shippingAddress, mailLocale(locale)) }];
}

function addressLines(address: ShippingAddress, language: string): string[] {
  const { name, line1, line2, city, state, postalCode, country } = address;
  const place = [postalCode, city, state].filter((part) => part !== null).join(" ");
  const land = country === null ? null : countryName(country, language);
  return [name, line1, line2, place, land].flatMap((line) => line || []);
}

function countryName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Merchants enter it, so it may be any URL, or none. */
function isLink(url: string | null): url is string {
  return url !== null && /^https?:$/.test(URL.parse(url)?.protocol ?? "");
}
