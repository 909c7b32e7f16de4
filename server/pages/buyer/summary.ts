import { html } from "hono/html";
import type { CheckoutSessionRecord } from "../../domain/checkout-session.ts";
import { formatAmount } from "../../domain/money.ts";
import type { Html } from "./layout.ts";

/** The items and the total. Doesn't identify the buyer, because the link may be shared. */
export function summary({ lines, total, currency }: CheckoutSessionRecord): Html {
  return html`<h2>Order summary</h2>
<table>
<thead><tr><th scope="col">Product</th><th scope="col">Quantity</th><th scope="col">Amount</th></tr></thead>
<tbody>
${lines.map(
  ({
    name,
    quantity,
    unitPriceInCents,
  }) => html`<tr><th scope="row">${name}</th><td class="quantity">${quantity}</td><td>${formatAmount(unitPriceInCents * quantity, currency)}</td></tr>
`,
)}
</tbody>
<tfoot><tr><th scope="row" colspan="2">Total</th><td>${formatAmount(total, currency)}</td></tr></tfoot>
</table>`;
}
