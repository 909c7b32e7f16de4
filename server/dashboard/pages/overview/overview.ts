import { html } from "hono/html";
import type { SoldProduct } from "../../../database/queries/best-sellers.ts";
import type { DayFigures, NeedsAction } from "../../../database/queries/overview.ts";
import { formatAmount } from "../../../domain/money.ts";
import type { Order } from "../../../domain/order.ts";
import { includesRole } from "../../../domain/role.ts";
import { missingSteps, problemsOf } from "../../../merchants/payments/selling-steps.ts";
import { get } from "../../get-and-post.ts";
import type { Html, Reply, Services, StoreRequest } from "../../route.ts";
import { icon } from "../../view/icons.ts";
import { sellingStepsCard } from "../../view/selling-steps.ts";
import { orderTable } from "../orders/order-list.ts";
import { salesChart } from "./sales-chart.ts";

export const overviewRoutes = [get("", "read_only", showOverview)];

const chartDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

async function showOverview(request: StoreRequest, services: Services): Promise<Reply> {
  const { database } = services;
  const { store } = request;
  const { id: storeId, currency, timeZone } = store;
  const now = services.clock();
  const all = await database.overview.days({ storeId, currency, days: 2 * chartDays, now, timeZone });
  const [before, days] = [all.slice(0, chartDays), all.slice(chartDays)];
  const waiting = await database.overview.needsAction(storeId);
  const latest = (await database.orders.list({ storeId, limit: 5 }))?.orders ?? [];
  const steps = await services.sellingSteps(store, services.demo);
  const hasChecklist = includesRole(request.role, "owner") && missingSteps(steps).length > 0;
  const content = html`<div class="head"><h1>Overview</h1></div>
${hasChecklist && sellingStepsCard(steps, request)}
<dl class="stats">
${stat("Today", { now: all.slice(-1), before: all.slice(-2, -1), currency, than: "yesterday" })}
${stat("Last 7 days", { now: all.slice(-7), before: all.slice(-14, -7), currency, than: "the 7 days before" })}
${stat(`Last ${chartDays} days`, { now: days, before, currency, than: `the ${chartDays} days before` })}
</dl>
<section class="card">
<h2>Sales by day</h2>
${all.some(({ amount }) => amount > 0) ? salesChart(days, before, store) : noSales()}
</section>
<div class="columns even">
${todo(waiting, problemsOf(steps), request)}
${bestSellers(await database.overview.bestSellers({ storeId, currency, from: now - chartDays * dayMs, limit: 5 }), request)}
</div>
${latest.length > 0 && latestOrders(latest, request, now)}`;
  return { page: { title: "Overview", content } };
}

interface Compared {
  now: DayFigures[];
  /** The period before, of the same length. */
  before: DayFigures[];
  currency: string;
  /** Names the period before. */
  than: string;
}

function stat(label: string, { now, before, currency, than }: Compared): Html {
  const [amount, amountBefore] = [sumOf(now), sumOf(before)];
  const orders = now.reduce((sum, day) => sum + day.orders, 0);
  return html`<div class="stat"><dt>${label}</dt><dd>${formatAmount(amount, currency)}</dd>
<dd class="beside">${orders === 1 ? "1 order" : `${orders} orders`}</dd>
${(amount > 0 || amountBefore > 0) && html`<dd class="beside">${changeText(amount, amountBefore, than)}</dd>`}</div>`;
}

const sumOf = (days: DayFigures[]) => days.reduce((sum, { amount }) => sum + amount, 0);

/** `12% more than yesterday`; the words have the direction, and the colour only repeats it. */
function changeText(amount: number, before: number, than: string): Html | string {
  const percent = before === 0 ? 100 : Math.round((Math.abs(amount - before) / before) * 100);
  if (amount === before || percent === 0) return `the same as ${than}`;
  const size = before === 0 ? "" : `${percent}% `;
  return amount > before
    ? html`<span class="rise">${size}more</span> than ${than}`
    : html`<span class="fall">${size}less</span> than ${than}`;
}

function noSales(): Html {
  return html`<div class="empty">${icon("overview")}<h3>No payments in the last ${chartDays} days.</h3>
<p>Each day’s sales appear here as bars.</p></div>`;
}

function bestSellers(sold: SoldProduct[], { store, link }: StoreRequest): Html {
  return html`<section class="card of-list">
<div class="card-head"><h2>Best sellers</h2><span class="small quiet">Last ${chartDays} days</span></div>
${
  sold.length === 0
    ? html`<p class="empty">No products were sold.</p>`
    : html`<table class="list linked">
<caption class="hidden-text">Best sellers of the last ${chartDays} days</caption>
<thead><tr><th scope="col">Product</th><th scope="col" class="number">Sold</th><th scope="col" class="number">Sales</th></tr></thead>
<tbody>${sold.map(
        ({ productId, name, quantity, amount }) =>
          html`<tr><th scope="row"><a href="${link(`/products/${productId}`)}">${name}</a></th><td class="number">${quantity}</td><td class="number">${formatAmount(amount, store.currency)}</td></tr>
`,
      )}</tbody>
</table>`
}
</section>`;
}

function latestOrders(orders: Order[], request: StoreRequest, now: number): Html {
  return html`<section class="card of-list">
<div class="card-head"><h2>Latest orders</h2><a href="${request.link("/orders")}">All orders</a></div>
${orderTable(orders, request, now)}
</section>`;
}

/** What needs attention, with links to the pages that this role may open. */
function todo(waiting: NeedsAction, problems: string[], { link, role }: StoreRequest): Html {
  const isOwner = includesRole(role, "owner");
  const events = isOwner ? "/events" : undefined;
  const entries: [count: number, one: string, many: string, path: string | undefined][] = [
    [waiting.unsentOrders, "order to fulfil", "orders to fulfil", "/orders?show=unfulfilled"],
    [waiting.lowStock, "product low in stock", "products low in stock", "/products?show=low"],
    [waiting.disputes, "dispute needs a response", "disputes need a response", "/orders?show=disputed"],
    [waiting.failedRefunds, "failed refund", "failed refunds", "/orders?show=refund_failed"],
    [
      waiting.paymentDifferences,
      "payment differs from the offer",
      "payments differ from the offer",
      "/orders?show=payment_differs",
    ],
    [waiting.failedMails, "email not delivered", "emails not delivered", "/orders?show=email_failed"],
    [
      waiting.stuckDuplicates,
      "duplicate subscription not refunded",
      "duplicate subscriptions not refunded",
      "/subscriptions?show=all",
    ],
    [waiting.pendingPayments, "payment pending", "payments pending", "/orders?show=pending"],
    [waiting.failedDeliveries, "failed event delivery", "failed event deliveries", events],
    [waiting.disabledEndpoints, "disabled event endpoint", "disabled event endpoints", events],
  ];
  const open = entries.filter(([count]) => count > 0);
  return html`<section class="card">
<h2>Needs attention</h2>
${
  open.length === 0 && problems.length === 0
    ? html`<p class="quiet">Nothing needs attention.</p>`
    : html`<ul class="todo">${problems.map(
        (problem) =>
          html`<li>${isOwner ? html`<a href="${link("/payments")}">${problem}</a>` : problem}</li>`,
      )}${open.map(([count, one, many, path]) => {
        const text = html`<strong>${count}</strong> ${count === 1 ? one : many}`;
        return html`<li>${path === undefined ? text : html`<a href="${link(path)}">${text}</a>`}</li>`;
      })}</ul>`
}
</section>`;
}
