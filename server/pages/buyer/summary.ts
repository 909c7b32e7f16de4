import { html } from "hono/html";
import { amountParts, totalOf } from "../../domain/amounts.ts";
import type { CheckoutSessionRecord } from "../../domain/checkout-session.ts";
import { formatAmount } from "../../domain/money.ts";
import { nameWithOptions } from "../../domain/product.ts";
import type { Html } from "./layout.ts";

/** The items and what they cost. Doesn't identify the buyer, because the link may be shared. */
export function summary(session: CheckoutSessionRecord): Html {
  const { lines, amounts, currency } = session;
  return html`<h2>Order summary</h2>
<table>
<thead><tr><th scope="col">Product</th><th scope="col">Quantity</th><th scope="col">Amount</th></tr></thead>
<tbody>
${lines.map((line) => {
  return html`<tr><th scope="row">${nameWithOptions(line)}</th><td class="quantity">${line.quantity}</td><td>${formatAmount(line.unitPriceInCents * line.quantity, currency)}</td></tr>
`;
})}
</tbody>
<tfoot>
${amountParts(amounts).map(({ name, amount }) => html`<tr class="part"><th scope="row" colspan="2">${name}</th><td>${formatAmount(amount, currency)}</td></tr>`)}
<tr><th scope="row" colspan="2">Total</th><td>${formatAmount(totalOf(session), currency)}</td></tr></tfoot>
</table>`;
}
