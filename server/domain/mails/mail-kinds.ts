/** What a mail is about. */
export const mailKinds = [
  "order_confirmation",
  "shipping_notice",
  "refund",
  "invitation",
  "password_reset",
] as const;

export type MailKind = (typeof mailKinds)[number];

/** A mail to a buyer, and what it is about: once per kind and key, there is one mail. */
export interface OrderMail {
  kind: "order_confirmation" | "shipping_notice" | "refund";
  eventKey: string;
}
