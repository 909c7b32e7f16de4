import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import type { RequestedRefund } from "../../../database/queries/orders/request-refund.ts";
import { decimalAmount, formatAmount, toMinorUnits } from "../../../domain/money.ts";
import type { Order } from "../../../domain/order.ts";
import { contentText } from "../../../domain/parcels.ts";
import { chooseRefund, type RefundRequest, refundableOf } from "../../../domain/refund.ts";
import { refundableItems, refuseUnbought } from "../../../domain/returns.ts";
import { newToken } from "../../../people/invitations.ts";
import type { DashboardServices, Html, Reply, StoreRequest } from "../../route.ts";
import { postForm, selectField, textField } from "../../view/forms.ts";
import { day, instant } from "../../view/texts.ts";
import { orderName } from "./order-name.ts";
import { linesIn, quantityTable } from "./returns.ts";

/** Whether any of its payments can still be refunded. */
export function isRefundable({ payments }: Order): boolean {
  return payments.some((payment) => refundableOf(payment) > 0);
}

/** Refunds that the payment provider hasn't confirmed, and how to complete them. */
export function unconfirmedRefunds(requested: RequestedRefund[]): Html {
  return html`${requested.map(
    ({ amount, currency, requestedAt }) =>
      html`<p class="fault-list">A refund of ${formatAmount(amount, currency)} was requested at ${instant(requestedAt)}, but the payment provider
hasn’t confirmed it. To complete it, request the same amount again. It isn’t refunded twice.</p>`,
  )}`;
}

/** The refund's form, and then its confirmation: the form's URL with the amount. */
export async function showRefund(request: StoreRequest, services: DashboardServices): Promise<Reply> {
  const order = await findOrder(request, services);
  return request.query.has("amount")
    ? confirmRefund(order, request, services)
    : chooseAmount(order, request, services);
}

async function chooseAmount(
  order: Order,
  { store, link }: StoreRequest,
  { database }: DashboardServices,
): Promise<Reply> {
  const open = order.payments.filter((payment) => refundableOf(payment) > 0);
  const [first] = open;
  if (!first) throw new ApiError("CONFLICT", "Nothing of this order is left to refund.");
  const unconfirmed = await database.orders.unconfirmedRefunds({ storeId: store.id, orderId: order.id });
  const choices = open.map((payment): [string, string] => [
    payment.id,
    `${day(payment.paidAt)}: ${formatAmount(refundableOf(payment), payment.currency)} can be refunded`,
  ]);
  // The confirmation's URL contains the token, so the back button leads to the same refund.
  const content = html`<p class="crumb"><a href="${link(`/orders/${order.id}`)}">← Order ${orderName(order)}</a></p>
<div class="head"><h1>Refund order ${orderName(order)}</h1>
<p class="lead">${
    open.length > 1
      ? "Each payment can be refunded, fully or in part."
      : `Up to ${formatAmount(refundableOf(first), first.currency)}, to the original payment method.`
  }</p></div>
${unconfirmedRefunds(unconfirmed)}
<section class="card">
<form method="get" action="${link(`/orders/${order.id}/refund`)}">
<input type="hidden" name="seen" value="${order.refunds.length}">
<input type="hidden" name="token" value="${newToken()}">
${
  open.length > 1
    ? selectField({ label: "Payment", name: "payment", value: first.id, options: choices })
    : html`<input type="hidden" name="payment" value="${first.id}">`
}
${textField({
  label: `Amount in ${first.currency.toUpperCase()}`,
  name: "amount",
  value: decimalAmount(refundableOf(first), first.currency),
  inputmode: "decimal",
  autocomplete: "off",
  isRequired: true,
})}
<p class="actions"><button class="button">Review refund</button>
<a class="button secondary" href="${link(`/orders/${order.id}`)}">Cancel</a></p>
</form>
</section>`;
  return { page: { title: `Refund order ${orderName(order)}`, content } };
}

/** Shows the amount and the recipient before anything is refunded. */
async function confirmRefund(
  order: Order,
  request: StoreRequest,
  services: DashboardServices,
): Promise<Reply> {
  const { link, query } = request;
  return orRefusal(order, request, services, async () => {
    const wanted = refundIn(query, order);
    const { payment, amount } = chooseRefund(order, wanted);
    const { id, currency, refunded } = payment;
    const facts: [string, Html | string][] = [
      ["Amount", formatAmount(amount, currency)],
      ["Customer", buyerOf(order)],
      ["Order", html`${orderName(order)}, ${instant(order.createdAt)}`],
      ["Payment", html`<code>${id}</code>, ${formatAmount(payment.amount, currency)}`],
      ["Refunded so far", formatAmount(refunded, currency)],
      ["Remaining after this refund", formatAmount(refundableOf(payment) - amount, currency)],
    ];
    const address = { storeId: request.store.id, orderId: order.id };
    const sold = await services.database.orderReturns.restockable(address);
    const rows = refundableItems(order, sold).map((line) => ({ ...line, most: line.quantity, value: 0 }));
    const fields = html`<input type="hidden" name="token" value="${wanted.token ?? ""}">
<input type="hidden" name="seen" value="${wanted.seenRefunds ?? ""}">
<input type="hidden" name="payment" value="${id}">
<input type="hidden" name="amount" value="${decimalAmount(amount, currency)}">
${
  rows.length > 0 &&
  html`<p>Which items go back in stock? Those that you haven’t sent are no longer to be sent.</p>
${quantityTable("Items to put back in stock", "Back in stock", rows)}`
}
<p class="actions"><button class="button danger">Refund ${formatAmount(amount, currency)}</button>
<a class="button secondary" href="${link(`/orders/${order.id}`)}">Cancel</a></p>`;
    const content = html`<p class="crumb"><a href="${link(`/orders/${order.id}`)}">← Order ${orderName(order)}</a></p>
<div class="head"><h1>Refund ${formatAmount(amount, currency)}?</h1>
<p class="lead">The money goes back to the original payment method. This can’t be undone.</p></div>
<section class="card">
<dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${postForm(request, link(`/orders/${order.id}/refunds`), fields)}
</section>`;
    return { page: { title: `Refund ${formatAmount(amount, currency)}?`, content } };
  });
}

function buyerOf({ customerName, customerEmail }: Order): string {
  return [customerName, customerEmail].filter((one) => one !== null).join(", ") || "Unknown or erased";
}

export async function refundOrder(request: StoreRequest, services: DashboardServices): Promise<Reply> {
  const { store, form, by, link } = request;
  const order = await findOrder(request, services);
  return orRefusal(order, request, services, async () => {
    const address = { storeId: store.id, orderId: order.id };
    const lines = linesIn(form, order);
    refuseUnbought(order, lines);
    const refund = await services.refundOrder(address, refundIn(form, order), by);
    if (!refund) throw noSuchOrder;
    const { orderReturns } = services.database;
    const restocked = await orderReturns.restockRefunded(address, { refundId: refund.id, lines }, by);
    const sum = formatAmount(refund.amount, refund.currency);
    const notice = refund.isRepeated
      ? `An earlier request already refunded ${sum}. Nothing more was refunded.`
      : `${sum} refunded.`;
    const stock = restocked.length > 0 ? ` Back in stock: ${contentText(restocked, order.lines)}.` : "";
    return { redirect: link(`/orders/${order.id}`), notice: `${notice}${stock}` };
  });
}

/** Throws VALIDATION_ERROR for an invalid amount. */
function refundIn(fields: FormData | URLSearchParams, order: Order): RefundRequest & { paymentId: string } {
  const field = (name: string) => String(fields.get(name) ?? "").trim();
  const paymentId = field("payment");
  const currency = order.payments.find(({ id }) => id === paymentId)?.currency ?? order.currency;
  const amount = toMinorUnits(field("amount"), currency);
  if (amount === undefined) {
    throw new ApiError(
      "VALIDATION_ERROR",
      `“${field("amount")}” isn’t an amount in ${currency.toUpperCase()}.`,
    );
  }
  const token = field("token");
  return {
    amount,
    paymentId,
    seenRefunds: Number(field("seen")),
    ...(/^[\w-]{20,100}$/.test(token) && { token }),
  };
}

async function findOrder({ store, path }: StoreRequest, { database }: DashboardServices): Promise<Order> {
  const order = await database.orders.find({ storeId: store.id, orderId: path.orderId ?? "" });
  if (!order) throw noSuchOrder;
  return order;
}

/** If the refund is refused, links back to the order, which shows what has been refunded. */
async function orRefusal(
  { id }: Order,
  { link }: StoreRequest,
  { log }: DashboardServices,
  answer: () => Promise<Reply>,
): Promise<Reply> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 404) throw error;
    const { status, message, cause } = error;
    if (cause !== undefined) log.warn({ err: error, orderId: id }, "refund failed");
    const title = status >= 500 ? "Check the order" : "Nothing was refunded";
    const content = html`<h1>${title}</h1>
<p class="lead">${message}</p>
<p class="actions"><a class="button" href="${link(`/orders/${id}`)}">Back to the order</a></p>`;
    return { page: { title, content, status } };
  }
}

const noSuchOrder = new ApiError("NOT_FOUND", "This store has no such order.");
