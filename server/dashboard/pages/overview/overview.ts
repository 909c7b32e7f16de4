import { html } from "hono/html";
import type { DayFigures, NeedsAction } from "../../../database/queries/overview.ts";
import { formatAmount } from "../../../domain/money.ts";
import { includesRole } from "../../../domain/role.ts";
import { sellingSteps } from "../../../merchants/payments/selling-steps.ts";
import type { DashboardServices, Html, Reply, StoreRequest, StoreRoute } from "../../route.ts";
import { salesChart } from "./sales-chart.ts";

export const overviewRoutes: StoreRoute[] = [
  { method: "GET", path: "", access: "read_only", answer: showOverview },
];

const chartDays = 30;

async function showOverview(request: StoreRequest, services: DashboardServices): Promise<Reply> {
  const { database, clock } = services;
  const { id: storeId, currency } = request.store;
  const days = await database.overview.days({ storeId, currency, days: chartDays, now: clock() });
  const waiting = await database.overview.needsAction(storeId);
  const content = html`<div class="head"><h1>Overview</h1></div>
<dl class="stats">
${stat("Today", days.slice(-1), currency)}
${stat("Last 7 days", days.slice(-7), currency)}
${stat(`Last ${chartDays} days`, days, currency)}
</dl>
${todo(waiting, await missingSteps(request, services), request)}
<section class="card">
<h2>Sales by day</h2>
${salesChart(days, currency)}
</section>`;
  return { page: { title: "Overview", content } };
}

function stat(label: string, days: DayFigures[], currency: string): Html {
  const amount = days.reduce((sum, day) => sum + day.amount, 0);
  const orders = days.reduce((sum, day) => sum + day.orders, 0);
  return html`<div class="stat"><dt>${label}</dt><dd>${formatAmount(amount, currency)}</dd>
<dd class="beside">${orders === 1 ? "1 order" : `${orders} orders`}</dd></div>`;
}

/** The number of steps left before the store can sell; 0 for people who can't take them. */
async function missingSteps(
  { store, role }: StoreRequest,
  { database, clock, demo }: Pick<DashboardServices, "database" | "clock" | "demo">,
): Promise<number> {
  if (!includesRole(role, "owner")) return 0;
  const steps = await sellingSteps(database, store, clock(), demo);
  return steps.filter(({ isDone, isOptional }) => !isDone && !isOptional).length;
}

/** What needs attention, with links to the pages that this role may open. */
function todo(waiting: NeedsAction, steps: number, { link, role }: StoreRequest): Html {
  const isOwner = includesRole(role, "owner");
  const entries: { count: number; one: string; many: string; href?: string }[] = [
    {
      count: steps,
      one: "step before the store can sell",
      many: "steps before the store can sell",
      href: link("/payments"),
    },
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
  open.length === 0
    ? html`<p class="quiet">Nothing needs attention.</p>`
    : html`<ul class="todo">${open.map(({ count, one, many, href }) => {
        const text = html`<strong>${count}</strong> ${count === 1 ? one : many}`;
        return html`<li>${href === undefined ? text : html`<a href="${href}">${text}</a>`}</li>`;
      })}</ul>`
}
</section>`;
}
