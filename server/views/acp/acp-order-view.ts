import type { components } from "../../../generated/acp/types.ts";
import { amountParts } from "../../domain/amounts.ts";
import { lineProgress } from "../../domain/line-progress.ts";
import type { Order } from "../../domain/order.ts";
import { nameWithOptions } from "../../domain/product.ts";
import { addressView } from "./address-view.ts";

type Schemas = components["schemas"];

/** An order as the protocol has it. @param permalinkUrl a page about it for the buyer */
export function acpOrderView(order: Order, permalinkUrl: string): Schemas["EventDataOrder"] {
  const { id, number, checkoutSessionId, lines, parcels, shippingAddress } = order;
  return {
    ...{ type: "order", id, checkout_session_id: checkoutSessionId },
    ...(number !== null && { order_number: String(number) }),
    permalink_url: permalinkUrl,
    status: statusOf(order),
    line_items: lines.map((line) => {
      const { productId, unitPriceInCents: price } = line;
      const { status, ...quantity } = lineProgress(order, line);
      return {
        ...{ id: productId, title: nameWithOptions(line), product_id: productId },
        ...{ quantity, unit_price: price, subtotal: line.quantity * price, status },
      };
    }),
    fulfillments: parcels.map(({ id: parcelId, lines: content, tracking, sentAt }) => ({
      ...{ id: parcelId, type: "shipping" as const, status: "shipped" },
      line_items: content.map(({ productId, quantity }) => ({ id: productId, quantity })),
      ...(tracking?.carrier && { carrier: tracking.carrier }),
      ...(tracking?.number && { tracking_number: tracking.number }),
      ...(tracking?.url && { tracking_url: tracking.url }),
      ...(shippingAddress && { destination: addressView(shippingAddress) }),
      events: [{ id: `${parcelId}_shipped`, type: "shipped", occurred_at: instant(sentAt) }],
    })),
    adjustments: [
      ...order.refunds.map(({ id: refundId, amount, currency, status, createdAt }) => ({
        ...{ id: refundId, type: "refund", amount, currency, occurred_at: instant(createdAt) },
        status: status === "succeeded" ? "completed" : status === "pending" ? "pending" : "failed",
      })),
      ...order.disputes.map(({ id: disputeId, amount, currency, openedAt, reason }) => ({
        ...{ id: disputeId, type: "dispute", amount, currency, occurred_at: instant(openedAt) },
        ...{ status: "pending", reason },
      })),
    ],
    totals: totalsOf(order),
  };
}

function statusOf({ status, paymentStatus, fulfilledAt, parcels }: Order): string {
  if (paymentStatus === "failed" || status === "refunded") return "canceled";
  if (fulfilledAt !== null || parcels.length > 0) return "shipped";
  return paymentStatus === "paid" ? "confirmed" : "created";
}

const totalTypes = {
  Subtotal: "items_base_amount",
  Discount: "discount",
  Shipping: "fulfillment",
  Tax: "tax",
  "Includes tax": "tax",
} as const;

function totalsOf({ amounts, total, refunded }: Order): Schemas["Total"][] {
  return [
    ...amountParts(amounts).map(({ name, amount }) => ({
      ...{ type: totalTypes[name], display_text: name, amount: Math.abs(amount) },
    })),
    { type: "total", display_text: "Total", amount: amounts?.total ?? total },
    ...(refunded > 0
      ? [{ type: "amount_refunded" as const, display_text: "Refunded", amount: refunded }]
      : []),
  ];
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
