import type { Order } from "../../../domain/order.ts";
import { orderPermalink } from "../../../domain/order-permalink.ts";
import { nameWithOptions } from "../../../domain/product.ts";
import type { Services } from "../../../operation.ts";
import type { Purchase } from "../../../payments/agents/agent-purchases.ts";
import { hasErrors, type Quote } from "../../../payments/agents/quote.ts";
import { namesIn } from "../../../views/ucp/address-view.ts";
import { lineDiscounts, lineTotals, totalsView, warning } from "../../../views/ucp/totals.ts";
import { handlerName, metadataOf, paymentHandler } from "../capabilities.ts";
import type { Negotiated } from "../negotiate.ts";
import type { Schemas } from "../operation.ts";
import { isShipping } from "../requested-change.ts";
import { fulfillmentView } from "./fulfillment-view.ts";
import { messagesOf } from "./messages.ts";

/** A purchase as the protocol has it. An ended one has its order. */
export async function checkoutView(
  purchase: Purchase,
  { store, active }: Negotiated,
  { database, publicUrl }: Pick<Services, "database" | "publicUrl">,
): Promise<Schemas["Checkout"]> {
  const { session, state, status, quote } = purchase;
  const isPaid = status === "completed" || status === "pending";
  const address = { storeId: store.id, sessionId: session.id, limit: 1 };
  const order = isPaid ? (await database.orders.list(address))?.orders[0] : undefined;
  const discounts = lineDiscounts(quote.amounts.discount, quote.sold);
  return {
    ucp: { ...metadataOf(active), payment_handlers: { [handlerName]: [paymentHandler(store)] } },
    id: session.id,
    line_items: linesView(quote, discounts),
    ...buyerView(session),
    status: statusOf(purchase),
    currency: session.currency.toUpperCase(),
    totals: totalsView(quote.amounts, { shippingName: shippingName(quote) }),
    messages: messagesOf(purchase),
    links: store.returnPolicyUrl === null ? [] : [{ type: "refund_policy", url: store.returnPolicyUrl }],
    expires_at: new Date(session.expiresAt).toISOString(),
    ...(status === "authenticating" && state.authenticationUrl && { continue_url: state.authenticationUrl }),
    ...(active.has("dev.ucp.shopping.fulfillment") && { fulfillment: fulfillmentView(purchase) }),
    ...(active.has("dev.ucp.shopping.discount") &&
      state.codes.length > 0 && { discounts: { codes: state.codes, applied: appliedOf(quote, discounts) } }),
    ...(order && { order: confirmation(order, { successUrl: store.successUrl, publicUrl }) }),
  };
}

function statusOf({ status, quote }: Purchase): Schemas["Checkout"]["status"] {
  if (status === "open") return hasErrors(quote) ? "incomplete" : "ready_for_complete";
  if (status === "authenticating") return "requires_escalation";
  if (status === "paying" || status === "pending") return "complete_in_progress";
  return status === "completed" ? "completed" : "canceled";
}

function buyerView({ customerEmail, customerName, customerPhone }: Purchase["session"]) {
  const buyer = {
    ...(customerEmail !== null && { email: customerEmail }),
    ...namesIn(customerName),
    ...(customerPhone !== null && { phone_number: customerPhone }),
  };
  return Object.keys(buyer).length > 0 && { buyer };
}

function linesView({ sold, lines }: Quote, discounts: number[]): Schemas["LineItem"][] {
  const pictures = new Map(lines.map(({ productId, product }) => [productId, product?.imageUrl ?? null]));
  return sold.map((line, at) => {
    const { productId: id, quantity, unitPriceInCents: price } = line;
    const picture = pictures.get(id) ?? null;
    return {
      ...{ id, quantity },
      item: { id, title: nameWithOptions(line), price, ...(picture !== null && { image_url: picture }) },
      totals: lineTotals(line, discounts[at]),
    };
  });
}

function shippingName({ sold, chosen, amounts }: Quote): string | undefined {
  const isShipped = sold.some(({ requiresShipping }) => requiresShipping);
  return isShipped && (chosen || amounts.shipping > 0) ? (chosen?.name ?? "Shipping") : undefined;
}

function appliedOf({ applied }: Quote, discounts: number[]): Schemas["AppliedDiscount"][] {
  if (applied === null) return [];
  const { code, amount } = applied;
  const allocations = discounts.map((part, at) => ({ path: `$.line_items[${at}]`, amount: part }));
  return [{ code: code.code, title: code.code, amount, method: "across", allocations }];
}

function confirmation(
  { id, number, checkoutSessionId }: Order,
  pages: Parameters<typeof orderPermalink>[1],
): Schemas["OrderConfirmation"] {
  const permalink_url = orderPermalink(checkoutSessionId, pages);
  return { id, ...(number !== null && { label: String(number) }), permalink_url };
}

/** With a warning if the request wants the order to be picked up. */
export function withDeclined(
  checkout: Schemas["Checkout"],
  { fulfillment }: Pick<Schemas["NewCheckout"] | Schemas["ChangedCheckout"], "fulfillment">,
): Schemas["Checkout"] {
  if (!checkout.fulfillment || fulfillment?.methods?.every(isShipping) !== false) return checkout;
  const message = warning("fulfillment_changed", "The store only ships. Nothing can be picked up.");
  return { ...checkout, messages: [...(checkout.messages ?? []), message] };
}
