import type { AmountPart } from "../../../domain/amounts.ts";

/** The texts of mails to buyers. An order's name is `#1042`. */
export const en = {
  confirmation: {
    subject: (order: string) => `Your order ${order}`,
    title: "Thank you for your order",
    paid: "We have received your order and your payment.",
    /** For orders with nothing to pay. */
    free: "We have received your order. There was nothing to pay.",
    subscription: "Your subscription renews automatically until you cancel it.",
  },
  /** For a payment by bank debit, which takes days. */
  pending: {
    subject: (order: string) => `Your order ${order}: payment pending`,
    title: "Thank you for your order",
    text: (amount: string, order: string) =>
      `We have received your order ${order}. ${amount} will be collected from your bank account.`,
    next: "This can take a few days. We will email you once the payment has arrived.",
  },
  failed: {
    subject: (order: string) => `The payment for your order ${order} failed`,
    title: "Your payment failed",
    text: (amount: string, order: string) =>
      `${amount} for your order ${order} couldn’t be collected from your bank account.`,
    next: "You owe nothing for this order, and it won’t be delivered. You can order again at any time.",
  },
  /** For an address that the store corrected. */
  address: {
    subject: (order: string) => `The address of your order ${order} was changed`,
    title: "We corrected your address",
    text: (order: string) => `We will ship your order ${order} to the address below.`,
  },
  renewal: {
    subject: "Your subscription was renewed",
    title: "Your subscription continues",
    text: (amount: string, order: string) =>
      `We have received ${amount} for your subscription (order ${order}).`,
  },
  renewalFailed: {
    subject: "The payment for your subscription failed",
    title: "Your payment failed",
    text: (order: string) => `We couldn’t collect the payment for your subscription (order ${order}).`,
    next: "We will try again in the next few days. Please check that your payment method is still valid.",
  },
  ending: {
    subject: (date: string) => `Your subscription ends on ${date}`,
    title: "Your subscription is going to end",
    text: (date: string, order: string) => `Your subscription (order ${order}) ends on ${date}.`,
    next: "You can use it until then. Nothing more will be collected.",
  },
  shipping: {
    subject: (order: string) => `Your order ${order} has been shipped`,
    title: "Your order is on its way",
    text: (order: string) => `We have shipped your order ${order}.`,
    /** For orders with items that aren't sent yet. */
    rest: "The rest follows in another parcel.",
    track: "Track the parcel",
  },
  refund: {
    subject: (order: string) => `Refund for your order ${order}`,
    title: "Your refund",
    text: (amount: string, order: string) => `We have refunded ${amount} for your order ${order}.`,
    delay: "The money goes back the way you paid. It can take your bank a few days to show it.",
  },
  downloads: {
    heading: "Your downloads",
    /** When the links stop working. */
    until: (time: string) => `Available until ${time}.`,
  },
  invoice: {
    heading: "Your invoice",
    /** The link's text. */
    open: "View the invoice",
    until: (time: string) => `The link works until ${time}.`,
  },
  /** Column headings and labels. */
  order: "Order",
  product: "Product",
  quantity: "Quantity",
  amount: "Amount",
  parts: {
    Subtotal: "Subtotal",
    Discount: "Discount",
    Shipping: "Shipping",
    Tax: "Tax",
    "Includes tax": "Includes tax",
  } satisfies Record<AmountPart["name"], string>,
  total: "Total",
  shipTo: "Shipping address",
  carrier: "Carrier",
  trackingNumber: "Tracking number",
  /** For stores with an email address, to which replies go. */
  reply: "If you have a question, reply to this email.",
};

export type MailTexts = typeof en;
