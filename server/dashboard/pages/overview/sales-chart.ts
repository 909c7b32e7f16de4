import { html } from "hono/html";
import type { DayFigures } from "../../../database/queries/overview.ts";
import { formatAmount } from "../../../domain/money.ts";
import type { Html } from "../../route.ts";
import { day as dayText } from "../../view/texts.ts";

/** In units of the drawing, which scales to the page's width. */
const size = { width: 720, height: 160 } as const;

/** Daily sales as a bar chart, and as a table for people who can't see it. */
export function salesChart(days: DayFigures[], currency: string): Html {
  const highest = Math.max(0, ...days.map(({ amount }) => amount));
  const step = size.width / Math.max(1, days.length);
  const heightOf = (amount: number) =>
    highest === 0 ? 0 : Math.max(amount > 0 ? 2 : 0, (amount / highest) * size.height);
  const bars = days.map(({ day, amount, orders }, at) => {
    const height = heightOf(amount);
    const x = at * step + step * 0.15;
    return html`<rect class="bar" x="${x.toFixed(1)}" y="${(size.height - height).toFixed(1)}" width="${(step * 0.7).toFixed(1)}" height="${height.toFixed(1)}"><title>${dayText(day)}: ${formatAmount(amount, currency)}, ${orders} orders</title></rect>`;
  });
  const [first, last] = [days[0], days.at(-1)];
  const total = days.reduce((sum, { amount }) => sum + amount, 0);
  const best = days.find(({ amount }) => amount === highest);
  const summary =
    highest === 0 || !best
      ? `No payments in the last ${days.length} days.`
      : `${formatAmount(total, currency)} in ${days.length} days. Best day: ${dayText(best.day)}, ${formatAmount(highest, currency)}.`;
  return html`<figure class="chart">
<p class="scale" aria-hidden="true">${highest > 0 && formatAmount(highest, currency)}</p>
<svg viewBox="0 0 ${size.width} ${size.height}" preserveAspectRatio="none" role="img" aria-label="${summary}">
${bars}
</svg>
<p class="scale" aria-hidden="true">${first && html`<span>${dayText(first.day)}</span>`}${last && html`<span>${dayText(last.day)}</span>`}</p>
<figcaption class="hint">${summary} Days are in UTC. Refunds aren’t deducted.</figcaption>
<details><summary>Show as table</summary>
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
