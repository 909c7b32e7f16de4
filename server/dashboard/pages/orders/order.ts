import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import type { DownloadCount } from "../../../database/queries/downloads/downloads.ts";
import { amountParts, totalOf } from "../../../domain/amounts.ts";
import { formatAmount } from "../../../domain/money.ts";
import type { Order } from "../../../domain/order.ts";
import { packingSlip } from "../../../domain/packing-slip.ts";
import { isUnsent } from "../../../domain/parcels.ts";
import { nameWithOptions } from "../../../domain/product.ts";
import { isRefundable, refundableOf } from "../../../domain/refund.ts";
import { refundedText } from "../../../domain/refund-content.ts";
import { includesRole } from "../../../domain/role.ts";
import { get, post } from "../../get-and-post.ts";
import type { Html, Reply, Services, StoreRequest, StoreRoute } from "../../route.ts";
import { emailText, instant, type Tone, tag } from "../../view/texts.ts";
import { addressLines, addressSection, correctAddress } from "./address.ts";
import { disputeSection } from "./disputes.ts";
import { duplicateSection } from "./duplicate.ts";
import { failedRefundSection, resolveRefund } from "./failed-refunds.ts";
import { findOrder, orderAddress } from "./find-order.ts";
import { changeFulfilment, fulfilmentSection } from "./fulfilment.ts";
import { dismissMail, mailSection, resendMail } from "./mails.ts";
import { orderName } from "./order-name.ts";
import { disputeTag, fulfilmentTag, paymentTag, refundTag } from "./order-tags.ts";
import { timelineSection } from "./order-timeline.ts";
import { paymentDifferenceSection, resolveDifference } from "./payment-differences.ts";
import { refundOrder, showRefund, unconfirmedRefunds } from "./refund.ts";
import { RefusedField, type RefusedForm } from "./refused-field.ts";
import { addReturn, changeReturn, returnSection } from "./returns.ts";

export const orderRoutes = [
  get("/orders/{orderId}", "read_only", showOrder),
  get("/orders/{orderId}/slip", "read_only", showSlip),
  /** Redirects to the provider's page, whose address isn't on any page here: it needs no sign-in. */
  get("/orders/{orderId}/payments/{paymentId}/invoice", "read_only", async ({ store, path }, services) => {
    const { orderId = "", paymentId = "" } = path;
    const invoice = await services.readInvoice({ storeId: store.id, orderId, paymentId });
    if (!invoice) throw new ApiError("NOT_FOUND", "The payment provider has no invoice for this payment.");
    return { redirect: invoice.url };
  }),
  post(
    "/orders/{orderId}/address",
    "staff",
    orAgain(correctAddress, () => "address"),
  ),
  post(
    "/orders/{orderId}/fulfilment",
    "staff",
    orAgain(changeFulfilment, () => "fulfilment"),
  ),
  post(
    "/orders/{orderId}/returns",
    "staff",
    orAgain(addReturn, () => "returns"),
  ),
  post(
    "/orders/{orderId}/returns/{returnId}",
    "staff",
    orAgain(changeReturn, ({ returnId = "" }) => `returns/${returnId}`),
  ),
  post("/orders/{orderId}/mails", "staff", resendMail),
  post("/orders/{orderId}/mails/dismissed", "staff", dismissMail),
  get("/orders/{orderId}/refund", "staff", showRefund),
  post("/orders/{orderId}/refunds", "staff", refundOrder),
  post("/orders/{orderId}/refunds/{refundId}/resolved", "staff", resolveRefund),
  post("/orders/{orderId}/differences/{differenceId}/resolved", "staff", resolveDifference),
];

/** Shows the order again if its form is refused for a field. @param formOf the form's path below the order's */
function orAgain(
  change: StoreRoute["answer"],
  formOf: (path: StoreRequest["path"]) => string,
): StoreRoute["answer"] {
  return async (request, services) => {
    try {
      return await change(request, services);
    } catch (error) {
      if (!(error instanceof RefusedField)) throw error;
      const { path, form, link } = request;
      const action = link(`/orders/${path.orderId}/${formOf(path)}`);
      return showOrder(request, services, { action, form, error });
    }
  };
}

async function showOrder(request: StoreRequest, services: Services, refused?: RefusedForm): Promise<Reply> {
  const order = await findOrder(request, services);
  const { link, store } = request;
  const unconfirmed = await services.database.orders.unconfirmedRefunds(orderAddress(request));
  const { subscriptionId } = order;
  const duplicate =
    subscriptionId === null
      ? undefined
      : await services.database.duplicateSubscriptions.find({ storeId: store.id, subscriptionId });
  const downloads = await services.database.downloads.counts(order.id);
  const keys = order.agent === undefined ? [] : await services.database.keys.list(store.id);
  const agent = keys.find(({ id }) => id === order.agent)?.label ?? order.agent ?? null;
  const content = html`<p class="crumb"><a href="${link("/orders")}">← Orders</a></p>
<div class="head"><h1>Order ${orderName(order)}</h1>
<span class="tags">${paymentTag(order)}${fulfilmentTag(order)}${disputeTag(order)}${refundTag(order)}</span>
${actions(order, request)}
<p class="lead">${formatAmount(totalOf(order), order.currency)} · ${instant(order.createdAt, store.timeZone)}</p></div>
${disputeSection(order, store.timeZone)}
${failedRefundSection(order, request)}
${paymentDifferenceSection(order, request, services)}
${duplicateSection(duplicate, store.timeZone)}
${unconfirmedRefunds(unconfirmed, store.timeZone)}
<div class="columns main-aside">
<div>
<section class="card of-list">${linesTable(order, "Items")}</section>
${fulfilmentSection(order, request, refused)}
${downloadSection(order, downloads, store.timeZone)}
${returnSection(order, request, services, refused)}
${order.payments.length > 0 && html`<section class="card of-list">${paymentsTable(order, request)}</section>`}
${timelineSection(order, request, services)}
</div>
<div>
${buyer(order, agent)}
${addressSection(order, request, refused)}
${mailSection(order, request, services)}
${details(order)}
</div>
</div>`;
  return { page: { title: `Order ${orderName(order)}`, content, status: refused?.error.status ?? 200 } };
}

/** The next steps, as buttons. */
function actions(order: Order, { role, link }: StoreRequest): Html {
  const mayChange = includesRole(role, "staff");
  return html`<div class="actions">
${order.shippingAddress !== null && html`<a class="button secondary" href="${link(`/orders/${order.id}/slip`)}">Packing slip</a>`}
${mayChange && isRefundable(order) && html`<a class="button secondary" href="${link(`/orders/${order.id}/refund`)}">Refund</a>`}
${mayChange && isUnsent(order) && html`<a class="button secondary" href="#fulfil">Send items</a>`}
</div>`;
}

async function showSlip(request: StoreRequest, services: Services): Promise<Reply> {
  const order = await findOrder(request, services);
  const { store, link, query } = request;
  const { lines, isPart } = packingSlip(order, query.get("parcel") ?? undefined);
  const content = html`<p class="crumb no-print"><a href="${link(`/orders/${order.id}`)}">← Order</a></p>
<p class="no-print hint">Print this page from your browser. The menu and this line aren’t printed.</p>
<section class="card slip">
<div class="head"><h1>${store.name}</h1><p class="quiet">Packing slip</p></div>
<div class="columns">
<div><h2>Ship to</h2>${addressLines(order)}</div>
<div><h2>Order ${orderName(order)}</h2><p>${instant(order.createdAt, store.timeZone)}</p>${order.shippingRate && html`<p>Shipping: <strong>${order.shippingRate.name}</strong></p>`}</div>
</div>
<table class="list">
<caption class="hidden-text">Items</caption>
<thead><tr><th scope="col">Item</th><th scope="col" class="number">Quantity</th></tr></thead>
<tbody>${lines.map((line) => html`<tr><th scope="row">${nameWithOptions(line)}${line.sku && html` <span class="hint">${line.sku}</span>`}</th><td class="number">${line.quantity}</td></tr>`)}</tbody>
</table>
${isPart && html`<p>Other items of this order are sent separately.</p>`}
${(store.contactEmail ?? store.contactPhone) !== null && html`<p class="quiet">${[store.contactEmail, store.contactPhone].filter((one) => one !== null).join(" · ")}</p>`}
</section>`;
  return { page: { title: `Packing slip of order ${orderName(order)}`, content } };
}

function linesTable(order: Order, caption: string): Html {
  const { lines, amounts, currency } = order;
  return html`<table class="list">
<caption>${caption}</caption>
<thead><tr><th scope="col">Product</th><th scope="col" class="number">Quantity</th><th scope="col" class="number">Amount</th></tr></thead>
<tbody>
${lines.map((line) => {
  const { sku, quantity, unitPriceInCents } = line;
  return html`<tr><th scope="row">${nameWithOptions(line)}
<span class="hint">${sku && html`${sku} · `}<span class="together">${formatAmount(unitPriceInCents, currency)} each</span></span></th>
<td class="number">${quantity}</td><td class="number">${formatAmount(unitPriceInCents * quantity, currency)}</td></tr>
`;
})}
</tbody>
<tfoot>${amountParts(amounts).map(
    ({ name, amount }) =>
      html`<tr class="part"><th scope="row" colspan="2">${name}</th><td class="number">${formatAmount(amount, currency)}</td></tr>
`,
  )}<tr><th scope="row" colspan="2">Total</th><td class="number">${formatAmount(totalOf(order), currency)}</td></tr></tfoot>
</table>`;
}

/** How often the buyer downloaded each line. Empty if nothing was downloaded. */
function downloadSection({ lines }: Order, counts: DownloadCount[], zone: string): Html | "" {
  if (counts.length === 0) return "";
  const rows = lines.flatMap((line) =>
    counts
      .filter((one) => one.productId === line.productId)
      .map(
        ({ count, lastAt }) =>
          html`<tr><th scope="row">${nameWithOptions(line)}</th><td class="number">${count}</td><td>${instant(lastAt, zone)}</td></tr>
`,
      ),
  );
  return html`<section class="card of-list"><table class="list">
<caption>Downloads</caption>
<thead><tr><th scope="col">Product</th><th scope="col" class="number">Downloads</th><th scope="col">Last one</th></tr></thead>
<tbody>${rows}</tbody>
</table></section>`;
}

function paymentsTable(
  { id: orderId, payments, refunds, lines: sold }: Order,
  { store, link }: StoreRequest,
): Html {
  const rows = [
    ...payments.map(({ id, amount, currency, paidAt, invoiceId }, at) => ({
      at: paidAt,
      what: at > 0 && invoiceId !== null ? "Renewal" : "Payment",
      id,
      amount: formatAmount(amount, currency),
      content: "",
      state: tag("Paid", "good"),
      invoice:
        (invoiceId !== null || store.createsInvoices) &&
        html` · <a href="${link(`/orders/${orderId}/payments/${encodeURIComponent(id)}/invoice`)}" rel="noreferrer">Invoice</a>`,
    })),
    ...refunds.map(({ id, amount, currency, createdAt, status, resolvedAt, ...content }) => ({
      at: createdAt,
      what: "Refund",
      id,
      amount: formatAmount(-amount, currency),
      content: refundedText(content, sold),
      state: resolvedAt === null ? tag(...refundStates[status]) : tag("Failed, resolved", "plain"),
      invoice: false as const,
    })),
  ].sort((a, b) => a.at - b.at);
  return html`<table class="list stacked">
<caption>Payments</caption>
<thead><tr><th scope="col">Date</th><th scope="col">Type</th><th scope="col">Status</th><th scope="col" class="number">Amount</th></tr></thead>
<tbody>
${rows.map(({ at, what, id, amount, content, state, invoice }) => {
  return html`<tr><th scope="row">${instant(at, store.timeZone)}</th><td data-label="Type"><span>${what}${invoice}${content !== "" && html`<span class="hint">${content}</span>`}<span class="hint"><code>${id}</code></span></span></td>
<td data-label="Status">${state}</td><td class="number" data-label="Amount">${amount}</td></tr>
`;
})}
</tbody>
</table>
${payments.some((payment) => refundableOf(payment) < payment.amount) && refunds.length === 0 ? html`<p class="card hint">Part of this was refunded.</p>` : ""}`;
}

const refundStates: Record<Order["refunds"][number]["status"], [name: string, tone: Tone]> = {
  pending: ["Pending", "wait"],
  succeeded: ["Refunded", "plain"],
  failed: ["Failed", "bad"],
};

/** @param agent the name of the agent's API key; null if the buyer paid without one */
function buyer({ customerName, customerEmail, customerPhone, memberId }: Order, agent: string | null): Html {
  const facts: [string, Html | string | null][] = [
    ["Name", customerName],
    [
      "Email",
      customerEmail === null
        ? null
        : html`<a href="mailto:${encodeURIComponent(customerEmail).replace("%40", "@")}">${emailText(customerEmail)}</a>`,
    ],
    ["Phone", customerPhone],
    ["Member", memberId],
    ["Bought by agent", agent],
  ];
  const known = facts.filter(([, value]) => value !== null);
  return html`<section class="card">
<h2>Customer</h2>
${
  known.length > 0
    ? html`<dl class="facts over">${known.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
    : html`<p class="quiet">Unknown or erased.</p>`
}
</section>`;
}

/** What tools and the API know the order by. */
function details({ id, metadata }: Order): Html {
  const facts = [["Order id", id], ...Object.entries(metadata)];
  return html`<section class="card">
<h2>Details</h2>
<dl class="facts over">${facts.map(([name, value]) => html`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl>
</section>`;
}
