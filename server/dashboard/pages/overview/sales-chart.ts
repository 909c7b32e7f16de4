import { html } from "hono/html";
import type { DayFigures } from "../../../database/queries/overview.ts";
import { formatAmount } from "../../../domain/money.ts";
import type { Html } from "../../route.ts";
import { day as dayText } from "../../view/texts.ts";

/** In units of the drawing, which grows with the page. */
const size = { width: 720, height: 200, left: 4, right: 716, top: 22, bottom: 172 } as const;

/** What was paid on each day as bars, and the same as a table for whoever doesn't see them. */
export function salesChart(days: DayFigures[], currency: string): Html {
  const highest = Math.max(0, ...days.map(({ amount }) => amount));
  const step = (size.right - size.left) / Math.max(1, days.length);
  const heightOf = (amount: number) =>
    highest === 0 ? 0 : Math.max(amount > 0 ? 2 : 0, (amount / highest) * (size.bottom - size.top));
  const bars = days.map(({ day, amount, orders }, at) => {
    const height = heightOf(amount);
    const x = size.left + at * step + step * 0.15;
    return html`<rect class="bar" x="${x.toFixed(1)}" y="${(size.bottom - height).toFixed(1)}" width="${(step * 0.7).toFixed(1)}" height="${height.toFixed(1)}" rx="2"><title>${dayText(day)}: ${formatAmount(amount, currency)}, ${orders} orders</title></rect>`;
  });
  const [first, last] = [days[0], days.at(-1)];
  const total = days.reduce((sum, { amount }) => sum + amount, 0);
  const best = days.find(({ amount }) => amount === highest);
  const summary =
    highest === 0 || !best
      ? `Nothing was paid in the last ${days.length} days.`
      : `${formatAmount(total, currency)} in ${days.length} days; the most on ${dayText(best.day)}: ${formatAmount(highest, currency)}.`;
  return html`<figure class="chart">
<svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${summary}">
<line class="axis" x1="${size.left}" x2="${size.right}" y1="${size.top}" y2="${size.top}"/>
<line class="axis" x1="${size.left}" x2="${size.right}" y1="${size.bottom}" y2="${size.bottom}"/>
${highest > 0 && html`<text x="${size.left}" y="${size.top - 7}">${formatAmount(highest, currency)}</text>`}
${bars}
${first && html`<text x="${size.left}" y="${size.height - 8}">${dayText(first.day)}</text>`}
${last && html`<text x="${size.right}" y="${size.height - 8}" text-anchor="end">${dayText(last.day)}</text>`}
</svg>
<figcaption class="hint">${summary} Days are counted in UTC, and refunds aren’t taken off.</figcaption>
<details><summary>As a table</summary>
<table class="list">
<caption class="hidden-text">Sales by day</caption>
<thead><tr><th scope="col">Day</th><th scope="col" class="number">Orders</th><th scope="col" class="number">Paid</th></tr></thead>
<tbody>
${days
  .toReversed()
  .map(
    ({ day, orders, amount }) =>
      html`<tr><th scope="row">${dayText(day)}</th><td class="number">${orders}</td><td class="number">${formatAmount(amount, currency)}</td></tr>`,
  )}
</tbody>
</table></details>
</figure>`;
}
