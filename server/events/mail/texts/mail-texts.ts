import type { AmountPart } from "../../../domain/amounts.ts";

/** The texts of mails to buyers, in one language. */
export interface MailTexts {
  /** The order's name: `#1042`. */
  confirmation: {
    subject: (order: string) => string;
    title: string;
    paid: string;
    /** For orders with nothing to pay. */
    free: string;
    subscription: string;
  };
  /** For a payment by bank debit, which takes days. */
  pending: {
    subject: (order: string) => string;
    title: string;
    text: (amount: string, order: string) => string;
    next: string;
  };
  failed: {
    subject: (order: string) => string;
    title: string;
    text: (amount: string, order: string) => string;
    next: string;
  };
  /** For an address that the store corrected. */
  address: {
    subject: (order: string) => string;
    title: string;
    text: (order: string) => string;
  };
  renewal: {
    subject: string;
    title: string;
    text: (amount: string, order: string) => string;
  };
  renewalFailed: {
    subject: string;
    title: string;
    text: (order: string) => string;
    next: string;
  };
  ending: {
    subject: (date: string) => string;
    title: string;
    text: (date: string, order: string) => string;
    next: string;
  };
  shipping: {
    subject: (order: string) => string;
    title: string;
    text: (order: string) => string;
    /** For orders with items that aren't sent yet. */
    rest: string;
    track: string;
  };
  refund: {
    subject: (order: string) => string;
    title: string;
    text: (amount: string, order: string) => string;
    delay: string;
  };
  downloads: {
    heading: string;
    /** When the links stop working. */
    until: (time: string) => string;
  };
  invoice: {
    heading: string;
    /** The link's text. */
    open: string;
    until: (time: string) => string;
  };
  /** Column headings and labels. */
  order: string;
  product: string;
  quantity: string;
  amount: string;
  parts: Record<AmountPart["name"], string>;
  total: string;
  shipTo: string;
  carrier: string;
  trackingNumber: string;
  /** For stores with an email address, to which replies go. */
  reply: string;
}
