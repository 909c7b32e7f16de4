import type { components } from "../../../generated/ucp/types.ts";
import { isLostDispute, isOpenDispute } from "../../domain/dispute.ts";
import { lineProgress } from "../../domain/line-progress.ts";
import type { Order } from "../../domain/order.ts";
import type { ParcelLine } from "../../domain/parcels.ts";
import { nameWithOptions } from "../../domain/product.ts";
import { ucpVersion } from "../../domain/ucp-version.ts";
import { addressView } from "./address-view.ts";
import { lineDiscounts, lineTotals, taxNotes, total, totalsView, warning } from "./totals.ts";

type Schemas = components["schemas"];

const metadata = {
  ...{ version: ucpVersion, status: "success" as const },
  capabilities: { "dev.ucp.shopping.order": [{ version: ucpVersion }] },
};

/** An order as the protocol has it. @param permalinkUrl a page about it for the buyer */
export function ucpOrderView(order: Order, permalinkUrl: string): Schemas["Order"] {
  const { id, number, checkoutSessionId, lines, amounts, parcels, currency, paymentStatus } = order;
  const discounts = lineDiscounts(amounts?.discount ?? 0, lines);
  const none = { subtotal: order.total, discount: 0, shipping: 0, tax: 0, total: order.total };
  return {
    ...{ ucp: metadata, id, checkout_id: checkoutSessionId },
    ...(number !== null && { label: String(number) }),
    permalink_url: permalinkUrl,
    line_items: lines.map((line, at) => {
      const { ordered, current, fulfilled, status } = lineProgress(order, line);
      const { productId, unitPriceInCents: price } = line;
      return {
        id: productId,
        item: { id: productId, title: nameWithOptions(line), price },
        quantity: { original: ordered, total: current, fulfilled },
        ...{ totals: lineTotals(line, discounts[at]), status },
      };
    }),
    fulfillment: { expectations: expectationsOf(order), events: parcels.map(eventOf) },
    adjustments: adjustmentsOf(order),
    currency: currency.toUpperCase(),
    totals: totalsView(amounts ?? none, { shippingName: shippingName(order) }),
    messages: [
      ...(paymentStatus === "failed"
        ? [warning("payment_failed", "The payment failed, so nothing is sent.", "$.totals")]
        : []),
      ...(amounts ? taxNotes(amounts, currency) : []),
    ],
  };
}

function shippingName({ shippingAddress, shippingRate, amounts }: Order): string | undefined {
  const isCharged = shippingRate !== null || (amounts?.shipping ?? 0) > 0;
  return shippingAddress !== null && isCharged ? (shippingRate?.name ?? "Shipping") : undefined;
}

/** What is shipped goes to one address. What is downloaded needs none. */
function expectationsOf({ lines, shippingAddress, shippingRate }: Order): Schemas["Expectation"][] {
  const [shipped = [], digital = []] = [true, false].map((isShipped) =>
    lines.filter(({ requiresShipping = true }) => requiresShipping === isShipped).map(quantityView),
  );
  return [
    ...(shipped.length === 0
      ? []
      : [
          {
            ...{ id: "shipping", method_type: "shipping" as const, line_items: shipped },
            destination: shippingAddress ? addressView(shippingAddress) : {},
            ...(shippingRate && { description: shippingRate.name }),
          },
        ]),
    ...(digital.length === 0
      ? []
      : [{ id: "digital", method_type: "digital" as const, line_items: digital, destination: {} }]),
  ];
}

function eventOf({ id, sentAt, lines, tracking }: Order["parcels"][number]): Schemas["FulfillmentEvent"] {
  const { carrier = null, number = null, url = null } = tracking ?? {};
  return {
    ...{ id, type: "shipped", occurred_at: instant(sentAt), line_items: lines.map(quantityView) },
    ...(carrier !== null && { carrier }),
    ...(number !== null && { tracking_number: number }),
    ...(url !== null && { tracking_url: url }),
  };
}

/** By time. */
function adjustmentsOf({ refunds, returns, disputes }: Order): Schemas["Adjustment"][] {
  return [
    ...refunds.map(({ id, createdAt, status, amount, lines }) => ({
      ...{ id, type: "refund", occurred_at: instant(createdAt) },
      status: ({ pending: "pending", succeeded: "completed", failed: "failed" } as const)[status],
      ...(lines.length > 0 && { line_items: lines.map(takenBack) }),
      totals: [total("total", "Refunded", -amount)],
    })),
    ...returns.map(({ id, createdAt, receivedAt, lines }) => ({
      ...{ id, type: "return", occurred_at: instant(receivedAt ?? createdAt) },
      status: receivedAt === null ? ("pending" as const) : ("completed" as const),
      line_items: lines.map(takenBack),
    })),
    ...disputes.map((dispute) => ({
      ...{ id: dispute.id, type: "dispute", occurred_at: instant(dispute.openedAt) },
      status: disputeStatus(dispute),
      totals: [total("total", "Disputed", -dispute.amount)],
    })),
  ].sort((one, other) => one.occurred_at.localeCompare(other.occurred_at));
}

function disputeStatus(dispute: Order["disputes"][number]): Schemas["Adjustment"]["status"] {
  if (isOpenDispute(dispute)) return "pending";
  return isLostDispute(dispute) ? "completed" : "failed";
}

function quantityView({ productId: id, quantity }: ParcelLine) {
  return { id, quantity };
}

function takenBack({ productId: id, quantity }: ParcelLine) {
  return { id, quantity: -quantity };
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
