import { html } from "hono/html";
import { partsOf, totalOf } from "../amounts.ts";
import type { components } from "../api.ts";
import { lineName } from "../line-name.ts";
import { money } from "../money.ts";
import type { Html } from "./layout.ts";

type Purchase = Pick<components["schemas"]["Order"], "lines" | "totals" | "amounts">;

/** The purchased items as a table. */
export function summary(purchase: Purchase): Html {
  const { currency } = purchase.totals;
  return html`<table>
<thead><tr><th scope="col">Product</th><th scope="col">Quantity</th><th scope="col">Price</th></tr></thead>
<tbody>${purchase.lines.map(
    (line) => html`<tr><th scope="row">${lineName(line)}</th><td>${line.quantity}</td>
<td>${money(line.unitPriceInCents * line.quantity, currency)}</td></tr>`,
  )}</tbody>
<tfoot>${partsOf(purchase).map(
    ([name, amount]) =>
      html`<tr class="part"><th scope="row" colspan="2">${name}</th><td>${money(amount, currency)}</td></tr>`,
  )}<tr><th scope="row" colspan="2">Total</th><td>${money(totalOf(purchase), currency)}</td></tr></tfoot>
</table>`;
}
