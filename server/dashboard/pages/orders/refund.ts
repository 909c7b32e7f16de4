import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import type { RequestedRefund } from "../../../database/queries/orders/request-refund.ts";
import { atMost } from "../../../domain/line-quantities.ts";
import { decimalAmount, formatAmount } from "../../../domain/money.ts";
import type { Order } from "../../../domain/order.ts";
import { contentText, unsentLines } from "../../../domain/parcels.ts";
import { isAboutAmount, type RefundRequest, refundableOf, refusedAmount } from "../../../domain/refund.ts";
import {
  isAboutItems,
  isShippingRefundable,
  planRefund,
  type RefundContent,
  refundableLines,
} from "../../../domain/refund-content.ts";
import { refundableItems, refuseUnbought } from "../../../domain/returns.ts";
import { typedAmount } from "../../../domain/typed-amount.ts";
import { newToken } from "../../../people/invitations.ts";
import { textOf } from "../../frame/forms.ts";
import type { Html, Reply, Services, StoreRequest } from "../../route.ts";
import { checkField, faultText, postForm, selectField, textField } from "../../view/forms.ts";
import { day, instant } from "../../view/texts.ts";
import { findOrder, noSuchOrder, orderAddress } from "./find-order.ts";
import { orderName } from "./order-name.ts";
import { RefusedField, type Typed } from "./refused-field.ts";
import { fieldName, linesIn, quantityTable, refuseNone, refuseTooMany } from "./returns.ts";

/** Refunds that the payment provider hasn't confirmed, and how to complete them. */
export function unconfirmedRefunds(requested: RequestedRefund[], zone: string): Html {
  return html`${requested.map(
    ({ amount, currency, requestedAt }) =>
      html`<p class="fault-list">A refund of ${formatAmount(amount, currency)} was requested at ${instant(requestedAt, zone)}, but the payment provider
hasn’t confirmed it. To complete it, request the same again. It isn’t refunded twice.</p>`,
  )}`;
}

/** The refund's forms, and then their confirmation: the form's URL with the items or the amount. */
export async function showRefund(request: StoreRequest, services: Services): Promise<Reply> {
  const order = await findOrder(request, services);
  return request.query.has("amount") || request.query.has("items")
    ? confirmRefund(order, request, services)
    : chooseRefunded(order, request, services);
}

async function chooseRefunded(
  order: Order,
  request: StoreRequest,
  { database }: Services,
  refused?: ApiError,
): Promise<Reply> {
  const { store, link } = request;
  const open = order.payments.filter((payment) => refundableOf(payment) > 0);
  const [first] = open;
  if (!first) throw new ApiError("CONFLICT", "Nothing of this order is left to refund.");
  const unconfirmed = await database.orders.unconfirmedRefunds(orderAddress(request));
  const amount = amountForm(order, open, request, refused);
  const items = first === order.payments[0] ? itemsForm(order, request, refused) : "";
  const content = html`<p class="crumb"><a href="${link(`/orders/${order.id}`)}">← Order ${orderName(order)}</a></p>
<div class="head"><h1>Refund order ${orderName(order)}</h1>
<p class="lead">${
    open.length > 1
      ? "Each payment can be refunded, fully or in part."
      : `Up to ${formatAmount(refundableOf(first), first.currency)}, to the original payment method.`
  }</p></div>
${unconfirmedRefunds(unconfirmed, store.timeZone)}
${items !== "" && html`<section class="card"><h2>Refund items</h2>${items}</section>`}
<section class="card">${items !== "" && html`<h2>Refund an amount</h2>`}${amount}</section>`;
  return { page: { title: `Refund order ${orderName(order)}`, content, status: refused?.status ?? 200 } };
}

/** What both forms have. The confirmation's URL contains the token, so the back button leads to the same refund. */
function sharedFields(order: Order): Html {
  return html`<input type="hidden" name="seen" value="${order.refunds.length}">
<input type="hidden" name="token" value="${newToken()}">`;
}

function amountForm(
  order: Order,
  open: Order["payments"],
  { store, link, query }: StoreRequest,
  refused?: ApiError,
): Html {
  const chosen = open.find(({ id }) => id === query.get("payment")) ?? open[0];
  if (!chosen) return html``;
  const choices = open.map((payment): [string, string] => [
    payment.id,
    `${day(payment.paidAt, store.timeZone)}: ${formatAmount(refundableOf(payment), payment.currency)} can be refunded`,
  ]);
  return html`<form method="get" action="${link(`/orders/${order.id}/refund`)}">
${sharedFields(order)}
${
  open.length > 1
    ? selectField({ label: "Payment", name: "payment", value: chosen.id, options: choices })
    : html`<input type="hidden" name="payment" value="${chosen.id}">`
}
${textField({
  label: `Amount in ${chosen.currency.toUpperCase()}`,
  name: "amount",
  value: query.get("amount") ?? decimalAmount(refundableOf(chosen), chosen.currency),
  fault: query.has("amount") ? refused?.message : undefined,
  inputmode: "decimal",
  autocomplete: "off",
  isRequired: true,
})}
<p class="actions"><button class="button">Review refund</button>
<a class="button secondary" href="${link(`/orders/${order.id}`)}">Cancel</a></p>
</form>`;
}

/** Empty if no items of the order are left to refund. A link from a return fills in its items. */
function itemsForm(order: Order, { link, query }: StoreRequest, refused?: ApiError): Html | "" {
  const lines = refundableLines(order);
  const hasShipping = isShippingRefundable(order);
  if (lines.length === 0 && !hasShipping) return "";
  const returned = order.returns.find(({ id }) => id === query.get("return"));
  const rows = lines.map((line) => {
    const { productId, quantity: most } = line;
    const wanted = returned?.lines.find((one) => one.productId === productId)?.quantity ?? 0;
    const typed = query.get(fieldName("refund", productId));
    return { ...line, most, value: typed === null ? Math.min(wanted, most) : Number(typed) || 0 };
  });
  const isOfField = (name: string) => refused instanceof RefusedField && refused.field === name;
  const typed: Typed = {
    isRefused: refused !== undefined,
    value: (_name, now) => String(now),
    fault: (name) => (isOfField(name) ? refused?.message : undefined),
  };
  return html`<form method="get" action="${link(`/orders/${order.id}/refund`)}">
${sharedFields(order)}
<input type="hidden" name="items" value="yes">
${returned && html`<input type="hidden" name="return" value="${returned.id}">`}
<p class="hint">Items and shipping are refunded with their share of discount and tax.</p>
${faultText("items", query.has("items") && !(refused instanceof RefusedField) ? refused?.message : undefined)}
${rows.length > 0 && quantityTable("Items to refund", "Refund", rows, typed, "refund")}
${hasShipping && checkField({ label: "Shipping", name: "shipping", isChecked: query.has("shipping") })}
<p class="actions"><button class="button">Review items</button>
<a class="button secondary" href="${link(`/orders/${order.id}`)}">Cancel</a></p>
</form>`;
}

/** Shows the amount and the recipient before anything is refunded; for a wrong amount or wrong items, the forms again. */
async function confirmRefund(order: Order, request: StoreRequest, services: Services): Promise<Reply> {
  const { link, query } = request;
  return orRefusal(order, request, services, async () => {
    const wanted = refundIn(query, order);
    if (wanted.content) {
      const { lines, shipping } = wanted.content;
      const left = refundableLines(order);
      refuseTooMany(lines, left, "refund");
      if (lines.length === 0 && !shipping) refuseNone(left, "refund");
    }
    const taxes = wanted.content && (await services.readTaxes(order));
    const { payment, amount, content } = planRefund(order, wanted, taxes);
    const { id, currency, refunded } = payment;
    const facts: [string, Html | string][] = [
      ["Amount", formatAmount(amount, currency)],
      ...(content ? refundedFacts(content, order, currency) : []),
      ["Customer", buyerOf(order)],
      ["Order", html`${orderName(order)}, ${instant(order.createdAt, request.store.timeZone)}`],
      ["Payment", html`<code>${id}</code>, ${formatAmount(payment.amount, currency)}`],
      ["Refunded so far", formatAmount(refunded, currency)],
      ["Remaining after this refund", formatAmount(refundableOf(payment) - amount, currency)],
    ];
    const sold = await services.database.orderReturns.restockable(orderAddress(request));
    // Items that aren't sent yet won't be needed for this order any more.
    const unsent = content ? atMost(content.lines, unsentLines(order)) : [];
    // The items of a return go back in stock when they arrive.
    const isExpected = order.returns.some(
      ({ id: one, receivedAt }) => one === query.get("return") && receivedAt === null,
    );
    const rows = (isExpected ? [] : refundableItems(order, sold)).map((line) => {
      const { productId, quantity: most } = line;
      return { ...line, most, value: atMost(unsent, [{ productId, quantity: most }])[0]?.quantity ?? 0 };
    });
    const fields = html`<input type="hidden" name="token" value="${wanted.token ?? ""}">
<input type="hidden" name="seen" value="${wanted.seenRefunds ?? ""}">
${
  content
    ? contentFields(content, query)
    : html`<input type="hidden" name="payment" value="${id}">
<input type="hidden" name="amount" value="${decimalAmount(amount, currency)}">`
}
${
  rows.length > 0 &&
  html`<p>Which items go back in stock? Those that you haven’t sent are no longer to be sent.</p>
${quantityTable("Items to put back in stock", "Back in stock", rows)}`
}
<p class="actions"><button class="button danger">Refund ${formatAmount(amount, currency)}</button>
<a class="button secondary" href="${link(`/orders/${order.id}`)}">Cancel</a></p>`;
    const page = html`<p class="crumb"><a href="${link(`/orders/${order.id}`)}">← Order ${orderName(order)}</a></p>
<div class="head"><h1>Refund ${formatAmount(amount, currency)}?</h1>
<p class="lead">The money goes back to the original payment method. This can’t be undone.</p></div>
<section class="card">
<dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${postForm(request, link(`/orders/${order.id}/refunds`), fields)}
</section>`;
    return { page: { title: `Refund ${formatAmount(amount, currency)}?`, content: page } };
  });
}

/** Each line, and shipping, with its share. */
function refundedFacts(
  { lines, shipping }: RefundContent,
  order: Order,
  currency: string,
): [string, Html | string][] {
  const items = lines.map(
    (line) => html`${contentText([line], order.lines)}: ${formatAmount(line.amount, currency)}<br>`,
  );
  return [
    ...(lines.length > 0 ? [["Items", html`${items}`] as [string, Html]] : []),
    ...(shipping > 0 ? [["Shipping", formatAmount(shipping, currency)] as [string, string]] : []),
  ];
}

/** Names the items again, since amounts are computed when they are refunded. */
function contentFields({ lines, shipping }: RefundContent, query: URLSearchParams): Html {
  const returned = query.get("return");
  return html`<input type="hidden" name="items" value="yes">
${lines.map(
  ({
    productId,
    quantity,
  }) => html`<input type="hidden" name="${fieldName("refund", productId)}" value="${quantity}">
`,
)}${shipping > 0 && html`<input type="hidden" name="shipping" value="yes">`}
${returned !== null && html`<input type="hidden" name="return" value="${returned}">`}`;
}

function buyerOf({ customerName, customerEmail }: Order): string {
  return [customerName, customerEmail].filter((one) => one !== null).join(", ") || "Unknown or erased";
}

export async function refundOrder(request: StoreRequest, services: Services): Promise<Reply> {
  const { form, by, link } = request;
  const order = await findOrder(request, services);
  return orRefusal(order, request, services, async () => {
    const address = orderAddress(request);
    const lines = linesIn(form, order);
    refuseUnbought(order, lines);
    const refund = await services.refundOrder(address, refundIn(form, order), by);
    if (!refund) throw noSuchOrder;
    const { orderReturns } = services.database;
    const restocked = await orderReturns.restockRefunded(address, { refundId: refund.id, lines }, by);
    const returnId = textOf(form, "return");
    if (returnId !== "") await orderReturns.change({ ...address, returnId }, { refundId: refund.id }, by);
    const sum = formatAmount(refund.amount, refund.currency);
    const notice = refund.isRepeated
      ? `An earlier request already refunded ${sum}. Nothing more was refunded.`
      : `${sum} refunded.`;
    const stock = restocked.length > 0 ? ` Back in stock: ${contentText(restocked, order.lines)}.` : "";
    return { redirect: link(`/orders/${order.id}`), notice: `${notice}${stock}` };
  });
}

/** Throws VALIDATION_ERROR for an invalid amount. */
function refundIn(fields: FormData | URLSearchParams, order: Order): RefundRequest {
  const token = textOf(fields, "token");
  const shared = {
    seenRefunds: Number(textOf(fields, "seen")),
    ...(/^[\w-]{20,100}$/.test(token) && { token }),
  };
  if (fields.has("items")) {
    return {
      ...shared,
      content: { lines: linesIn(fields, order, "refund"), shipping: fields.has("shipping") },
    };
  }
  const paymentId = textOf(fields, "payment");
  const currency = order.payments.find(({ id }) => id === paymentId)?.currency ?? order.currency;
  const amount = typedAmount(textOf(fields, "amount"), currency);
  if (typeof amount !== "number") throw refusedAmount("VALIDATION_ERROR", amount.fault);
  return { ...shared, amount, paymentId };
}

/** If the refund is refused, links back to the order, which shows what has been refunded. */
async function orRefusal(
  order: Order,
  request: StoreRequest,
  services: Services,
  answer: () => Promise<Reply>,
): Promise<Reply> {
  try {
    return await answer();
  } catch (error) {
    if (isAboutAmount(error) && request.query.has("amount")) {
      return chooseRefunded(order, request, services, error);
    }
    if ((isAboutItems(error) || error instanceof RefusedField) && request.query.has("items")) {
      return chooseRefunded(order, request, services, error);
    }
    if (!(error instanceof ApiError) || error.status === 404) throw error;
    const { status, message, cause } = error;
    if (cause !== undefined) services.log.warn({ err: error, orderId: order.id }, "refund failed");
    const title = status >= 500 ? "Check the order" : "Nothing was refunded";
    const content = html`<h1>${title}</h1>
<p class="lead">${message}</p>
<p class="actions"><a class="button" href="${request.link(`/orders/${order.id}`)}">Back to the order</a></p>`;
    return { page: { title, content, status } };
  }
}
