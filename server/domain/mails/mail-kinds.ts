/** What a mail to a buyer is about. */
export const orderMailKinds = [
  "order_confirmation",
  "payment_pending",
  "payment_failed",
  "shipping_notice",
  "address_change",
  "refund",
  "renewal",
  "renewal_failed",
  "subscription_ending",
] as const;

export type OrderMailKind = (typeof orderMailKinds)[number];

/** What happens again to the same order or subscription: then its mail is sent again. */
export const recurringKinds: readonly OrderMailKind[] = [
  "address_change",
  "renewal_failed",
  "subscription_ending",
];

export type MailKind = OrderMailKind | LinkMail["kind"];

/** A mail to a buyer, and what it is about: an order, a parcel, a refund, a payment or a subscription. There is one per kind and key. */
export interface OrderMail {
  kind: OrderMailKind;
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
