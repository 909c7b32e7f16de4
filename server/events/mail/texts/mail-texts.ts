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
  /** For stores with an e-mail address, to which replies go. */
  reply: string;
}
