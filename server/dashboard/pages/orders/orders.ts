import { ApiError } from "@counterpart/toolkit/errors";
import { html } from "hono/html";
import type { Order } from "../../../database/queries/orders/order.ts";
import type { OrderFilter } from "../../../database/queries/orders/orders.ts";
import { formatAmount } from "../../../domain/money.ts";
import type { DashboardServices, Html, Reply, StoreRequest, StoreRoute } from "../../route.ts";
import { instant } from "../../view/texts.ts";
import { disputeTag, fulfilmentTag, paymentTag } from "./order-tags.ts";

export const orderRoutes: StoreRoute[] = [
  { method: "GET", path: "/orders", access: "read_only", answer: listOrders },
];

const perPage = 25;

/** What can be chosen above the list. */
const filters: Record<string, { label: string; filter: OrderFilter }> = {
  all: { label: "All", filter: {} },
  "to-fulfil": { label: "To fulfil", filter: { status: "paid", fulfilled: false } },
  fulfilled: { label: "Fulfilled", filter: { fulfilled: true } },
  pending: { label: "Pending", filter: { status: "pending" } },
  failed: { label: "Failed", filter: { status: "failed" } },
  refunded: { label: "Refunded", filter: { status: "refunded" } },
};

async function listOrders(request: StoreRequest, { database }: DashboardServices): Promise<Reply> {
  const { store, query } = request;
  const show = query.get("show") ?? "all";
  const chosen = filters[show];
  if (!chosen) throw new ApiError("NOT_FOUND", "There is no such list of orders.");
  const after = query.get("after") ?? undefined;
  const page = await database.orders.list({ storeId: store.id, ...chosen.filter, limit: perPage, after });
  if (!page) throw new ApiError("NOT_FOUND", "There is no such page of orders.");
  const { orders, hasMore } = page;
  const last = orders.at(-1);
  const content = html`<div class="head"><h1>Orders</h1></div>
<nav aria-label="Which orders" class="filters"><ul class="tabs">
${Object.entries(filters).map(
  ([name, { label }]) =>
    html`<li><a href="${listLink(request, name)}"${name === show ? html` aria-current="page"` : ""}>${label}</a></li>`,
)}
</ul></nav>
<section class="card of-list">
${orders.length > 0 ? orderTable(orders, request) : html`<p class="empty">${show === "all" ? "Nothing has been sold yet." : "There are no such orders."}</p>`}
</section>
<p class="pages">${after !== undefined ? html`<a href="${listLink(request, show)}">← Newest</a>` : html`<span></span>`}
${hasMore && last && html`<a href="${listLink(request, show, last.id)}">Older →</a>`}</p>`;
  return { page: { title: "Orders", content } };
}

function listLink({ link }: StoreRequest, show: string, after?: string): string {
  const chosen = new URLSearchParams({
    ...(show !== "all" && { show }),
    ...(after !== undefined && { after }),
  });
  return chosen.size > 0 ? `${link("/orders")}?${chosen}` : link("/orders");
}

function orderTable(orders: Order[], { link }: StoreRequest): Html {
  return html`<table class="list stacked">
<caption class="hidden-text">Orders, the newest first</caption>
<thead><tr><th scope="col">Order</th><th scope="col">Customer</th><th scope="col">Items</th><th scope="col">State</th><th scope="col" class="number">Total</th></tr></thead>
<tbody>
${orders.map(
  (
    order,
  ) => html`<tr><th scope="row"><a href="${link(`/orders/${order.id}`)}">${instant(order.createdAt)}</a></th>
<td data-label="Customer">${order.customerName ?? order.customerEmail ?? html`<span class="quiet">not known</span>`}</td>
<td data-label="Items">${itemsOf(order)}</td>
<td><span class="tags">${paymentTag(order)}${fulfilmentTag(order)}${disputeTag(order)}</span></td>
<td class="number" data-label="Total">${formatAmount(order.total, order.currency)}</td></tr>
`,
)}
</tbody>
</table>`;
}

/** The first line, and how many others there are. */
function itemsOf({ lines }: Order): string {
  const [first, ...others] = lines;
  if (!first) return "";
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  return `${first.quantity} × ${first.name}${more}`;
}
