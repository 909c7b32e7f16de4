import { html } from "hono/html";
import type { DayFigures } from "../../../database/queries/overview.ts";
import type { Store } from "../../../database/queries/stores.ts";
import { decimalsOf, formatAmount } from "../../../domain/money.ts";
import { utc } from "../../../domain/time-zone.ts";
import type { Html } from "../../route.ts";
import { day as dayText } from "../../view/texts.ts";

/** In units of the drawing, which scales to the page's width. */
const size = { width: 720, height: 160 } as const;

/** The number of parts between the lines. */
const parts = 4;

/** The number of days between two labels below. */
const daysPerLabel = 5;

/** How amounts and days are shown. */
type ChartStore = Pick<Store, "currency" | "timeZone">;

/**
 * Daily sales as a bar chart, with the days of the period before as a line, and as a table.
 * @param before as many days, just before the first
 */
export function salesChart(days: DayFigures[], before: DayFigures[], store: ChartStore): Html {
  const { currency } = store;
  const highest = Math.max(...[...days, ...before].map(({ amount }) => amount));
  const top = roundUp(highest, currency);
  const step = size.width / days.length;
  const heightOf = (amount: number) => Math.max(amount > 0 ? 2 : 0, (amount / top) * size.height);
  const bars = days.map((figures, at) => {
    const height = heightOf(figures.amount);
    const x = (at + 0.15) * step;
    return html`<rect class="bar" x="${x.toFixed(1)}" y="${(size.height - height).toFixed(1)}" width="${(step * 0.7).toFixed(1)}" height="${height.toFixed(1)}"><title>${barText(figures, store)}</title></rect>`;
  });
  const line = before.map(
    ({ amount }, at) => `${((at + 0.5) * step).toFixed(1)},${(size.height - heightOf(amount)).toFixed(1)}`,
  );
  const levels = Array.from({ length: parts + 1 }, (_, n) => (top / parts) * (parts - n));
  const labels = days.filter((_, at) => at % daysPerLabel === 0);
  const summary = summaryOf(days, store);
  return html`<figure class="chart">
<p class="legend" aria-hidden="true"><span>${swatch(html`<rect class="bar" width="20" height="10"/>`)}Last ${days.length} days</span>
<span>${swatch(html`<line class="before" x1="0" y1="5" x2="20" y2="5"/>`)}The ${days.length} days before</span></p>
<div class="amounts" aria-hidden="true">${levels.map((level) => html`<span>${levelText(level, currency)}</span>`)}</div>
<svg viewBox="0 0 ${size.width} ${size.height}" preserveAspectRatio="none" role="img" aria-label="${summary}">
${levels.map((_, n) => {
  const y = (size.height / parts) * n;
  return html`<line class="grid" x1="0" y1="${y}" x2="${size.width}" y2="${y}" vector-effect="non-scaling-stroke"/>`;
})}
${labels.map((_, n) => {
  const x = (n * daysPerLabel * step).toFixed(1);
  return html`<line class="grid" x1="${x}" y1="${size.height}" x2="${x}" y2="${size.height + 5}" vector-effect="non-scaling-stroke"/>`;
})}
${bars}
<polyline class="before" points="${line.join(" ")}" vector-effect="non-scaling-stroke"/>
</svg>
<div class="days" aria-hidden="true">${labels.map(({ day }) => html`<span>${dayText(day, store.timeZone).split(" ").slice(0, 2).join(" ")}</span>`)}</div>
<figcaption class="hint">${summary} Days are in ${store.timeZone === utc ? utc : `the time zone ${store.timeZone}`}. Refunds aren’t deducted.</figcaption>
</figure>
${salesTable(days, store)}`;
}

function swatch(shape: Html): Html {
  return html`<svg viewBox="0 0 20 10">${shape}</svg>`;
}

function barText({ day, amount, orders }: DayFigures, { currency, timeZone }: ChartStore): string {
  return `${dayText(day, timeZone)}: ${formatAmount(amount, currency)}, ${orders === 1 ? "1 order" : `${orders} orders`}`;
}

function summaryOf(days: DayFigures[], { currency, timeZone }: ChartStore): string {
  const highest = Math.max(...days.map(({ amount }) => amount));
  const best = days.find(({ amount }) => amount === highest);
  if (highest === 0 || !best) return `No payments in the last ${days.length} days.`;
  const total = days.reduce((sum, { amount }) => sum + amount, 0);
  return `${formatAmount(total, currency)} in ${days.length} days. Best day: ${dayText(best.day, timeZone)}, ${formatAmount(highest, currency)}.`;
}

/** The top of the axis: not below the amount, and with whole, round amounts at its lines, such as 4, 8, 12, 20, 400. */
export function roundUp(amount: number, currency: string): number {
  const unit = 10 ** decimalsOf(currency);
  const step = Math.max(amount / unit / parts, 1);
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 3, 4, 5, 6, 8].find((one) => one * power >= step) ?? 10;
  return parts * factor * power * unit;
}

/** Amounts on the axis are whole: `€1,200`. */
function levelText(amount: number, currency: string): string {
  return formatAmount(amount, currency).replace(/\.0+$/, "");
}

function salesTable(days: DayFigures[], { currency, timeZone }: ChartStore): Html {
  return html`<details class="chart-table"><summary>Show as table</summary>
<table class="list">
<caption class="hidden-text">Sales by day</caption>
<thead><tr><th scope="col">Day</th><th scope="col" class="number">Orders</th><th scope="col" class="number">Paid</th></tr></thead>
<tbody>
${days
  .toReversed()
  .map(
    ({ day, orders, amount }) =>
      html`<tr><th scope="row">${dayText(day, timeZone)}</th><td class="number">${orders}</td><td class="number">${formatAmount(amount, currency)}</td></tr>`,
  )}
</tbody>
</table></details>`;
}
