import type { MailTexts } from "./mail-texts.ts";

export const en: MailTexts = {
  confirmation: {
    subject: (order) => `Your order ${order}`,
    title: "Thank you for your order",
    paid: "We have received your order and your payment.",
    free: "We have received your order. There was nothing to pay.",
    subscription: "Your subscription renews automatically until you cancel it.",
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
  reply: "If you have a question, reply to this mail.",
};
