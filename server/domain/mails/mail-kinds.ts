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

/** A mail to a person who manages stores, with the link of an invitation. */
export interface LinkMail {
  kind: "invitation" | "password_reset";
  invitationId: string;
  /** Null for a link that only resets a password. */
  storeId: string | null;
  /** The link's token. */
  token: string;
  expiresAt: number;
}
