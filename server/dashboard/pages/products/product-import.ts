import { html } from "hono/html";
import { FaultyFile } from "../../../catalog-import/faulty-file.ts";
import type { ImportResult } from "../../../catalog-import/import-products.ts";
import { offSaleText } from "../../../catalog-import/off-sale.ts";
import type { PayablePages } from "../../../database/queries/sessions/pages-to-close.ts";
import { payableText } from "../../../merchants/payments/payable-pages.ts";
import type { DashboardServices, Html, Reply, StoreRequest, StoreRoute } from "../../route.ts";
import { postForm } from "../../view/forms.ts";

/** Of the form with its file, which is held in memory while it is read. */
const maxBytes = 8 * 1024 * 1024;

export const productImportRoutes: StoreRoute[] = [
  { method: "GET", path: "/products/import", access: "staff", answer: showForm },
  { method: "POST", path: "/products/import", access: "staff", answer: importFile, maxBytes },
];

/** The most products shown that went off sale; the rest are only counted. */
const maxListed = 100;

async function showForm(request: StoreRequest): Promise<Reply> {
  return { page: { title: "Import products", content: formPage(request) } };
}

function formPage(request: StoreRequest, fault?: string): Html {
  const { store, link } = request;
  const fields = html`<div class="field${fault === undefined ? "" : " faulty"}"><label for="file">File</label>
<p class="hint" id="file-hint">Shopify’s product CSV or Counterpart’s JSON; up to ${maxBytes >> 20} MB and 10,000 products</p>
${fault !== undefined && html`<p class="fault" id="file-fault">${fault}</p>`}
<input id="file" name="file" type="file" accept=".csv,.json,text/csv,application/json" required aria-describedby="file-hint${fault === undefined ? "" : " file-fault"}"></div>
<div class="field"><label><input type="checkbox" name="stock"> Also set the stock of products that exist</label>
<p class="hint">New products always get the file’s stock. Shopify’s quantities may be older than yours.</p></div>
<p class="actions"><button class="button">Import</button></p>`;
  return html`${crumb(request)}<div class="head"><h1>Import products</h1></div>
<section class="card">
<p>Creates or updates the products in the file. If anything is wrong with the file, nothing is imported. Products that aren’t
in the file stay unchanged. CSV prices are in ${store.currency.toUpperCase()}. Gift cards arrive off sale.</p><br>
${postForm(request, link("/products/import"), fields, { hasFiles: true })}
</section>
<section class="card"><h2>Larger files</h2>
<p class="hint">The operator can import them with <code>products import &lt;file&gt; --store ${store.slug}</code>.</p></section>`;
}

function crumb({ link }: StoreRequest): Html {
  return html`<p class="crumb"><a href="${link("/products")}">← Products</a></p>`;
}

async function importFile(request: StoreRequest, services: DashboardServices): Promise<Reply> {
  const file = request.form.get("file");
  if (!(file instanceof File) || file.size === 0) {
    const content = formPage(request, "Choose a file first.");
    return { page: { title: "Import products", content, status: 400 } };
  }
  const bytes = Buffer.from(await file.arrayBuffer());
  const content = html`${crumb(request)}<div class="head"><h1>Import products</h1></div>`;
  const more = report(request, services, { name: file.name, bytes }, request.form.has("stock"));
  return { page: { title: "Import products", content, more } };
}

/** Streams an import's progress, then its result. Each part replaces the previous one. */
async function* report(
  { store, by, link }: StoreRequest,
  { database, closePages }: DashboardServices,
  file: { name: string; bytes: Buffer },
  changesStock: boolean,
): AsyncGenerator<Html> {
  yield progress(`Reading ${file.name} …`);
  // Loaded here because few processes ever import.
  const { importUpload } = await import("../../../catalog-import/import-upload.ts");
  let latest: { done: number; total: number } | undefined;
  let wake = () => {};
  const importing = importUpload(database, store, file, {
    progress: (done, total) => {
      latest = { done, total };
      wake();
    },
    by,
    changesStock,
  }).then(
    async (result) => ({ result, payable: await closePages.ofStore(store.id) }),
    (error: unknown) => ({ error }),
  );
  for (;;) {
    const next = new Promise<undefined>((resolve) => {
      wake = () => resolve(undefined);
    });
    const outcome = await Promise.race([importing, next]);
    if (outcome !== undefined) {
      yield "result" in outcome ? resultCard(outcome, link) : faultCard(file.name, outcome.error, link);
      return;
    }
    if (latest) yield progress(`${latest.done} of ${latest.total} products …`);
  }
}

function progress(text: string): Html {
  return html`<p class="card progress">${text}</p>`;
}

interface Imported {
  result: ImportResult;
  payable: PayablePages | undefined;
}

function resultCard({ result, payable }: Imported, link: (path: string) => string) {
  const { created, updated, unchanged, skipped } = result;
  return html`<section class="card" role="status"><h2>Import complete</h2>
<dl class="facts"><dt>Created</dt><dd>${created}</dd><dt>Updated</dt><dd>${updated}</dd><dt>Unchanged</dt><dd>${unchanged}</dd>
${skipped > 0 && html`<dt>Rows without a product</dt><dd>${skipped}</dd>`}</dl>
${payable && html`<p class="actions">${payableText(payable)}</p>`}
<p class="actions"><a class="button" href="${link("/products")}">Show the products</a></p></section>
${offSaleCard(result, link)}${leftOutCard(result)}`;
}

function offSaleCard({ offSale }: ImportResult, link: (path: string) => string): Html | string {
  if (offSale.length === 0) return "";
  const rows = offSale
    .slice(0, maxListed)
    .map(
      ({ line, name, reference, reason }) =>
        html`<tr><td class="number">${line}</td><td>${name}<br><code>${reference}</code></td><td>${offSaleText(reason)}</td></tr>`,
    );
  const more = offSale.length - rows.length;
  return html`<section class="card of-list"><table class="list"><caption>Not for sale (${offSale.length})</caption>
<thead><tr><th scope="col" class="number">Line</th><th scope="col">Product</th><th scope="col">Reason</th></tr></thead>
<tbody>${rows}</tbody></table>
${more > 0 && html`<p class="empty">and ${more} more among the <a href="${link("/products?show=inactive")}">products not for sale</a></p>`}</section>`;
}

function leftOutCard({ leftOut }: ImportResult): Html | string {
  if (leftOut.length === 0) return "";
  const rows = leftOut.map(
    ({ topic, columns, rows }) =>
      html`<tr><td>${topic}</td><td class="number">${rows}</td><td>${columns.join(", ")}</td></tr>`,
  );
  return html`<section class="card of-list"><table class="list"><caption>Not imported, because products here don’t support it</caption>
<thead><tr><th scope="col">Data</th><th scope="col" class="number">Rows</th><th scope="col">Columns</th></tr></thead>
<tbody>${rows}</tbody></table></section>`;
}

/** Rethrows errors that aren't about the file. */
function faultCard(name: string, error: unknown, link: (path: string) => string): Html {
  const again = html`<p class="actions"><a class="button" href="${link("/products/import")}">Import another file</a></p>`;
  if (!(error instanceof FaultyFile)) {
    const isAbout = error instanceof Error && "code" in error && error.code === "CONFLICT";
    if (!isAbout) throw error;
    return html`<section class="card" role="alert"><h2>Nothing was imported</h2><p>${error.message}</p>${again}</section>`;
  }
  const { faults, faultCount } = error;
  const more = faultCount - faults.length;
  return html`<section class="card" role="alert"><h2>${name} wasn’t imported. Nothing was changed</h2>
<p>${error.message}</p>${again}</section>
${
  faults.length > 0 &&
  html`<section class="card of-list"><table class="list"><caption>Faults</caption>
<thead><tr><th scope="col" class="number">Line</th><th scope="col">Fault</th></tr></thead>
<tbody>${faults.map(({ line, message }) => html`<tr><td class="number">${line}</td><td>${message}</td></tr>`)}</tbody></table>
${more > 0 && html`<p class="empty">and ${more} more</p>`}</section>`
}`;
}
