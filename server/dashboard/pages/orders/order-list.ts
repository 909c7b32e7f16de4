import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import type { OrderFilter } from "../../../database/queries/orders/orders.ts";
import { totalOf } from "../../../domain/amounts.ts";
import { formatAmount } from "../../../domain/money.ts";
import type { Order } from "../../../domain/order.ts";
import { nameWithOptions } from "../../../domain/product.ts";
import { dayAfter, startOfDay } from "../../../domain/time-zone.ts";
import { get } from "../../get-and-post.ts";
import type { Html, Reply, Services, StoreRequest } from "../../route.ts";
import { withByteOrderMark } from "../../view/byte-order-mark.ts";
import { textField } from "../../view/forms.ts";
import { icon } from "../../view/icons.ts";
import { emailText, shortInstant } from "../../view/texts.ts";
import { orderName } from "./order-name.ts";
import { disputeTag, fulfilmentTag, paymentTag, refundTag } from "./order-tags.ts";

export const orderListRoutes = [
  get("/orders", "read_only", listOrders),
  get("/orders/export", "read_only", async (request, { database }) => {
    const { store } = request;
    const { orderPages, ordersCsv } = await import("../../../merchants/orders/orders-csv.ts");
    const pages = orderPages(database, { storeId: store.id, ...chosenIn(request).filter });
    return {
      download: {
        filename: `orders-${store.slug}.csv`,
        type: "text/csv",
        content: withByteOrderMark(ordersCsv(pages)),
      },
    };
  }),
];

const perPage = 25;

/** The filters above the list. */
const filters: Record<string, { label: string; filter: OrderFilter }> = {
  all: { label: "All", filter: {} },
  unfulfilled: { label: "Unfulfilled", filter: { unsent: true } },
  fulfilled: { label: "Fulfilled", filter: { fulfilled: true } },
  pending: { label: "Pending", filter: { status: "pending" } },
  failed: { label: "Failed", filter: { status: "failed" } },
  refunded: { label: "Refunded", filter: { status: "refunded" } },
  disputed: { label: "Disputed", filter: { disputed: true } },
  refund_failed: { label: "Refund failed", filter: { refundFailed: true } },
  payment_differs: { label: "Payment differs", filter: { paymentDiffers: true } },
  email_failed: { label: "Email failed", filter: { emailFailed: true } },
};

interface Chosen {
  show: string;
  /** As typed. */
  search: string;
  from: string;
  to: string;
  filter: OrderFilter;
}

/** Throws NOT_FOUND for an unknown list. */
function chosenIn({ query, store }: StoreRequest): Chosen {
  const show = query.get("show") ?? "all";
  const shown = Object.hasOwn(filters, show) ? filters[show] : undefined;
  if (!shown) throw new ApiError("NOT_FOUND", "This list of orders doesn’t exist.");
  const search = (query.get("q") ?? "").trim();
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""];
  const filter = {
    ...shown.filter,
    ...(search !== "" && { search }),
    from: startOfDay(from, store.timeZone),
    // Nothing is before 1970, for a text that isn't a day.
    to:
      to === ""
        ? undefined
        : startOfDay(to, store.timeZone) === undefined
          ? 0
          : startOfDay(dayAfter(to, 1), store.timeZone),
  };
  return { show, search, from, to, filter };
}

async function listOrders(request: StoreRequest, { database, clock }: Services): Promise<Reply> {
  const { store, query } = request;
  const chosen = chosenIn(request);
  const after = query.get("after") ?? undefined;
  const page = await database.orders.list({ storeId: store.id, ...chosen.filter, limit: perPage, after });
  if (!page) throw new ApiError("NOT_FOUND", "This page of orders doesn’t exist.");
  const { orders, hasMore } = page;
  const last = orders.at(-1);
  const isFiltered = Object.values(chosen.filter).some((value) => value !== undefined);
  const none = isFiltered ? html`<p class="empty">No orders match.</p>` : noOrders();
  const content = html`<div class="head"><h1>Orders</h1>
<div class="actions"><a class="button secondary small" href="${request.link("/orders/pick-list")}">Pick list</a>
<a class="button secondary small" href="${linkTo(request, chosen, { path: "/orders/export" })}">Export as CSV</a></div></div>
<nav aria-label="Filter orders" class="filters"><ul class="tabs">
${Object.entries(filters).map(
  ([show, { label }]) =>
    html`<li><a href="${linkTo(request, { ...chosen, show })}"${show === chosen.show ? html` aria-current="page"` : ""}>${label}</a></li>`,
)}
</ul></nav>
${filterForm(request, chosen)}
<section class="card of-list">
${orders.length > 0 ? orderTable(orders, request, clock()) : none}
</section>
<p class="pages">${after !== undefined ? html`<a href="${linkTo(request, chosen)}">← Newest</a>` : html`<span></span>`}
${hasMore && last && html`<a href="${linkTo(request, chosen, { after: last.id })}">Older →</a>`}</p>`;
  return { page: { title: "Orders", content } };
}

function filterForm({ link }: StoreRequest, { show, search, from, to }: Chosen): Html {
  return html`<form action="${link("/orders")}" class="filters" role="search" aria-label="Orders">
${show !== "all" && html`<input type="hidden" name="show" value="${show}">`}
${textField({ label: "Order, customer, SKU, option or tracking", name: "q", type: "search", value: search })}
${textField({ label: "From", name: "from", type: "date", value: from })}
${textField({ label: "To", name: "to", type: "date", value: to })}
<button class="button secondary">Search</button>
</form>`;
}

function linkTo(
  { link }: StoreRequest,
  { show, search, from, to }: Chosen,
  { path = "/orders", after }: { path?: string; after?: string } = {},
): string {
  const query = new URLSearchParams({
    ...(show !== "all" && { show }),
    ...(search !== "" && { q: search }),
    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
    ...(after !== undefined && { after }),
  });
  return query.size > 0 ? `${link(path)}?${query}` : link(path);
}

function noOrders(): Html {
  return html`<div class="empty">${icon("orders")}<h2>No orders yet</h2>
<p>An order appears here when a buyer has paid.</p></div>`;
}

/** @param now in milliseconds since 1970 */
export function orderTable(orders: Order[], { link, store }: StoreRequest, now: number): Html {
  return html`<table class="list stacked cards linked">
<caption class="hidden-text">Orders, newest first</caption>
<thead><tr><th scope="col">Order</th><th scope="col">Customer</th><th scope="col">Items</th><th scope="col">Status</th><th scope="col" class="number">Total</th></tr></thead>
<tbody>
${orders.map((order) => {
  return html`<tr><th scope="row"><a href="${link(`/orders/${order.id}`)}">${orderName(order)}</a><span class="hint">${shortInstant(order.createdAt, now, store.timeZone)}</span></th>
<td class="wraps customer">${customerOf(order)}</td>
<td>${itemsOf(order)}</td>
<td class="states"><span class="tags">${paymentTag(order)}${fulfilmentTag(order)}${disputeTag(order)}${refundTag(order)}</span></td>
<td class="number" data-label="Total">${formatAmount(totalOf(order), order.currency)}</td></tr>
`;
})}
</tbody>
</table>`;
}

function customerOf({ customerName, customerEmail }: Order): Html {
  if (customerName === null && customerEmail === null) return html`<span class="quiet">Unknown</span>`;
  const email = customerEmail === null ? "" : emailText(customerEmail);
  return customerName === null ? html`${email}` : html`${customerName}<span class="hint">${email}</span>`;
}

/** The first line, and the number of others. */
function itemsOf({ lines }: Order): string {
  const [first, ...others] = lines;
  if (!first) return "";
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  return `${first.quantity} × ${nameWithOptions(first)}${more}`;
}
