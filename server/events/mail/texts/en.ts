import type { MailTexts } from "./mail-texts.ts";

export const en: MailTexts = {
  confirmation: {
    subject: (order) => `Your order ${order}`,
    title: "Thank you for your order",
    paid: "We have received your order and your payment.",
    free: "We have received your order. There was nothing to pay.",
    subscription: "Your subscription renews automatically until you cancel it.",
  },
  pending: {
    subject: (order) => `Your order ${order}: payment pending`,
    title: "Thank you for your order",
    text: (amount, order) =>
      `We have received your order ${order}. ${amount} will be collected from your bank account.`,
    next: "This can take a few days. We will email you once the payment has arrived.",
  },
  failed: {
    subject: (order) => `The payment for your order ${order} failed`,
    title: "Your payment failed",
    text: (amount, order) =>
      `${amount} for your order ${order} couldn’t be collected from your bank account.`,
    next: "You owe nothing for this order, and it won’t be delivered. You can order again at any time.",
  },
  address: {
    subject: (order) => `The address of your order ${order} was changed`,
    title: "We corrected your address",
    text: (order) => `We will ship your order ${order} to the address below.`,
  },
  renewal: {
    subject: "Your subscription was renewed",
    title: "Your subscription continues",
    text: (amount, order) => `We have received ${amount} for your subscription (order ${order}).`,
  },
  renewalFailed: {
    subject: "The payment for your subscription failed",
    title: "Your payment failed",
    text: (order) => `We couldn’t collect the payment for your subscription (order ${order}).`,
    next: "We will try again in the next few days. Please check that your payment method is still valid.",
  },
  ending: {
    subject: (date) => `Your subscription ends on ${date}`,
    title: "Your subscription is going to end",
    text: (date, order) => `Your subscription (order ${order}) ends on ${date}.`,
    next: "You can use it until then. Nothing more will be collected.",
  },
  shipping: {
    subject: (order) => `Your order ${order} has been shipped`,
    title: "Your order is on its way",
    text: (order) => `We have shipped your order ${order}.`,
    rest: "The rest follows in another parcel.",
    track: "Track the parcel",
  },
  refund: {
    subject: (order) => `Refund for your order ${order}`,
    title: "Your refund",
    text: (amount, order) => `We have refunded ${amount} for your order ${order}.`,
    delay: "The money goes back the way you paid. It can take your bank a few days to show it.",
  },
  downloads: {
    heading: "Your downloads",
    until: (time) => `Available until ${time}.`,
  },
  invoice: {
    heading: "Your invoice",
    open: "View the invoice",
    until: (time) => `The link works until ${time}.`,
  },
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
  },
  total: "Total",
  shipTo: "Shipping address",
  carrier: "Carrier",
  trackingNumber: "Tracking number",
  reply: "If you have a question, reply to this email.",
};
