import { html } from "hono/html";
import { money } from "../money.ts";
import type { Html } from "./layout.ts";

interface Line {
  name: string;
  quantity: number;
  unitPriceInCents: number;
}

/** The purchased items as a table. */
export function summary(lines: Line[], { total, currency }: { total: number; currency: string }): Html {
  return html`<table>
<thead><tr><th scope="col">Product</th><th scope="col">Quantity</th><th scope="col">Price</th></tr></thead>
<tbody>${lines.map(
    ({ name, quantity, unitPriceInCents }) => html`<tr><th scope="row">${name}</th><td>${quantity}</td>
<td>${money(unitPriceInCents * quantity, currency)}</td></tr>`,
  )}</tbody>
<tfoot><tr><th scope="row" colspan="2">Total</th><td>${money(total, currency)}</td></tr></tfoot>
</table>`;
}
