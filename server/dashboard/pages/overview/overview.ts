import { html } from "hono/html";
import type { SoldProduct } from "../../../database/queries/best-sellers.ts";
import type { DayFigures, NeedsAction } from "../../../database/queries/overview.ts";
import { formatAmount } from "../../../domain/money.ts";
import type { Order } from "../../../domain/order.ts";
import { includesRole } from "../../../domain/role.ts";
import { missingSteps, problemsOf } from "../../../merchants/payments/selling-steps.ts";
import type { DashboardServices, Html, Reply, StoreRequest, StoreRoute } from "../../route.ts";
import { icon } from "../../view/icons.ts";
import { sellingStepsCard } from "../../view/selling-steps.ts";
import { orderTable } from "../orders/order-list.ts";
import { salesChart } from "./sales-chart.ts";

export const overviewRoutes: StoreRoute[] = [
  { method: "GET", path: "", access: "read_only", answer: showOverview },
];

const chartDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

async function showOverview(request: StoreRequest, services: DashboardServices): Promise<Reply> {
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
  const entries: { count: number; one: string; many: string; href?: string }[] = [
    {
      count: waiting.unsentOrders,
      one: "order to fulfil",
      many: "orders to fulfil",
      href: link("/orders?show=unfulfilled"),
    },
    {
      count: waiting.lowStock,
      one: "product low in stock",
      many: "products low in stock",
      href: link("/products?show=low"),
    },
    {
      count: waiting.disputes,
      one: "dispute needs a response",
      many: "disputes need a response",
      href: link("/orders?show=disputed"),
    },
    {
      count: waiting.failedRefunds,
      one: "failed refund",
      many: "failed refunds",
      href: link("/orders?show=refund_failed"),
    },
    {
      count: waiting.paymentDifferences,
      one: "payment differs from the offer",
      many: "payments differ from the offer",
      href: link("/orders?show=payment_differs"),
    },
    {
      count: waiting.failedMails,
      one: "email not delivered",
      many: "emails not delivered",
      href: link("/orders?show=email_failed"),
    },
    {
      count: waiting.stuckDuplicates,
      one: "duplicate subscription not refunded",
      many: "duplicate subscriptions not refunded",
      href: link("/subscriptions?show=all"),
    },
    {
      count: waiting.pendingPayments,
      one: "payment pending",
      many: "payments pending",
      href: link("/orders?show=pending"),
    },
    {
      count: waiting.failedDeliveries,
      one: "failed event delivery",
      many: "failed event deliveries",
      ...(isOwner && { href: link("/events") }),
    },
    {
      count: waiting.disabledEndpoints,
      one: "disabled event endpoint",
      many: "disabled event endpoints",
      ...(isOwner && { href: link("/events") }),
    },
  ];
  const open = entries.filter(({ count }) => count > 0);
  return html`<section class="card">
<h2>Needs attention</h2>
${
  open.length === 0 && problems.length === 0
    ? html`<p class="quiet">Nothing needs attention.</p>`
    : html`<ul class="todo">${problems.map(
        (problem) =>
          html`<li>${isOwner ? html`<a href="${link("/payments")}">${problem}</a>` : problem}</li>`,
      )}${open.map(({ count, one, many, href }) => {
        const text = html`<strong>${count}</strong> ${count === 1 ? one : many}`;
        return html`<li>${href === undefined ? text : html`<a href="${href}">${text}</a>`}</li>`;
      })}</ul>`
}
</section>`;
}
