import express, { type Router } from "express";
import { html } from "hono/html";
import type { Stripe } from "stripe";
import { formatMoney } from "../conventions/money.ts";
import type { State } from "../state/state.ts";
import { pdf } from "./invoice-pdf.ts";
import { day, type Html, page, sendPage, sendUnknown, testBadge } from "./layout.ts";
import { invoiceBadge } from "./portal.ts";

/** An invoice's page, to read or print, and its PDF file. */
export function invoiceRoutes(state: State): Router {
  const router = express.Router();
  router.get("/invoices/:id", (request, response) => {
    const invoice = findInvoice(state, request.params.id);
    if (!invoice) return sendUnknown(response);
    sendPage(response, invoicePage(invoice));
  });
  router.get("/invoices/:id/pdf", (request, response) => {
    const invoice = findInvoice(state, request.params.id);
    if (!invoice) return sendUnknown(response);
    response
      .set({ "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" })
      .attachment(`Invoice-${invoice.number}.pdf`)
      .send(pdf(textOf(invoice)));
  });
  return router;
}

function findInvoice(state: State, id: string): Stripe.Invoice | undefined {
  for (const account of state.accounts()) {
    const invoice = account.invoices.get(id);
    if (invoice) return invoice;
  }
  return undefined;
}

interface Row {
  label: string;
  amount: number;
}

/** What was added to the lines or taken off them, and the total. */
function sumsOf(invoice: Stripe.Invoice): Row[] {
  const discount = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const taxes = invoice.total_taxes ?? [];
  const tax = taxes.reduce((sum, { amount }) => sum + amount, 0);
  const isIncluded = taxes.every(({ tax_behavior: behavior }) => behavior === "inclusive");
  const parts = [
    { label: "Discount", amount: -discount },
    { label: "Shipping", amount: invoice.amount_shipping },
    { label: isIncluded ? "Tax (included)" : "Tax", amount: tax },
  ];
  return [...parts.filter(({ amount }) => amount !== 0), { label: "Total", amount: invoice.total }];
}

function billedTo({ customer_name: name, customer_email: email }: Stripe.Invoice): string {
  return name ?? email ?? "";
}

function taxIdsOf({ customer_tax_ids: ids }: Stripe.Invoice): string {
  return (ids ?? []).map(({ value }) => value).join(", ");
}

function invoicePage(invoice: Stripe.Invoice): Html {
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  const taxIds = taxIdsOf(invoice);
  return page(
    `Invoice ${invoice.number ?? ""}`,
    html`<main class="sheet">
<p class="shop">Invoice ${testBadge}</p>
<h1>Invoice ${invoice.number} ${invoiceBadge(invoice)}</h1>
<dl><dt>Date</dt><dd>${day(invoice.created)}</dd><dt>Billed to</dt><dd>${billedTo(invoice)}</dd>${
      taxIds !== "" && html`<dt>Tax ID</dt><dd>${taxIds}</dd>`
    }</dl>
<table><thead><tr><th scope="col">Description</th><th scope="col">Period</th><th scope="col">Amount</th></tr></thead>
<tbody>${invoice.lines.data.map(
      ({ amount, description, period }) => html`<tr><td>${description}</td>
<td>${day(period.start)}${period.end > period.start && html` – ${day(period.end)}`}</td><td>${money(amount)}</td></tr>
`,
    )}</tbody>
<tfoot>${sumsOf(invoice).map(
      ({ label, amount }) => html`<tr><td colspan="2">${label}</td><td>${money(amount)}</td></tr>
`,
    )}</tfoot></table>
${invoice.invoice_pdf && html`<p class="download"><a class="button quiet" href="/invoices/${invoice.id}/pdf">Download PDF</a></p>`}
</main>`,
  );
}

function textOf(invoice: Stripe.Invoice): string[] {
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  const taxIds = taxIdsOf(invoice);
  return [
    `Invoice ${invoice.number} (test mode)`,
    `Date: ${day(invoice.created)}`,
    `Billed to: ${billedTo(invoice)}`,
    ...(taxIds === "" ? [] : [`Tax ID: ${taxIds}`]),
    "",
    ...invoice.lines.data.map(({ amount, description }) => `${description}: ${money(amount)}`),
    "",
    ...sumsOf(invoice).map(({ label, amount }) => `${label}: ${money(amount)}`),
    `Status: ${invoice.status}`,
  ];
}
