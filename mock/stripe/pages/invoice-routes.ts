import express, { type Router } from "express";
import { html } from "hono/html";
import type { Stripe } from "stripe";
import { formatMoney } from "../conventions/money.ts";
import type { State } from "../state/state.ts";
import { day, type Html, page, sendPage, sendUnknown, testBadge } from "./layout.ts";
import { invoiceBadge } from "./portal.ts";

/** An invoice's page, to read or print. */
export function invoiceRoutes(state: State): Router {
  const router = express.Router();
  router.get("/invoices/:id", (request, response) => {
    for (const account of state.accounts()) {
      const invoice = account.invoices.get(request.params.id);
      if (invoice) return sendPage(response, invoicePage(invoice));
    }
    sendUnknown(response);
  });
  return router;
}

function invoicePage(invoice: Stripe.Invoice): Html {
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  return page(
    `Invoice ${invoice.number ?? ""}`,
    html`<main class="sheet">
<p class="shop">Invoice ${testBadge}</p>
<h1>Invoice ${invoice.number} ${invoiceBadge(invoice)}</h1>
<dl><dt>Date</dt><dd>${day(invoice.created)}</dd><dt>Billed to</dt><dd>${invoice.customer_name ?? invoice.customer_email}</dd></dl>
<table><thead><tr><th scope="col">Description</th><th scope="col">Period</th><th scope="col">Amount</th></tr></thead>
<tbody>${invoice.lines.data.map(
      ({ amount, description, period }) => html`<tr><td>${description}</td>
<td>${day(period.start)}${period.end > period.start && html` – ${day(period.end)}`}</td><td>${money(amount)}</td></tr>
`,
    )}</tbody>
<tfoot><tr><td colspan="2">Total</td><td>${money(invoice.total)}</td></tr></tfoot></table>
</main>`,
  );
}
