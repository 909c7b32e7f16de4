import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import { FaultyFile } from "../../../catalog-import/faulty-file.ts";
import type { ImportResult } from "../../../catalog-import/import-products.ts";
import { offSaleText } from "../../../catalog-import/off-sale.ts";
import type { PayablePages } from "../../../database/queries/sessions/pages-to-close.ts";
import { storeFiles } from "../../../merchants/downloads/stored-files.ts";
import { payableText } from "../../../merchants/payments/payable-pages.ts";
import { isZip, readArchive } from "../../../merchants/products/read-archive.ts";
import { formTooLarge } from "../../frame/forms.ts";
import type { StreamedFile } from "../../frame/streamed-form.ts";
import { get, post } from "../../get-and-post.ts";
import type { Html, Reply, Services, StoreRequest } from "../../route.ts";
import { labelled, postForm } from "../../view/forms.ts";

/** Of a CSV or JSON, which is held in memory while it is read. */
const maxBytes = 8 * 1024 * 1024;
/** Of a ZIP file, which is stored where the files of products are. */
const streamedBytes = 100 * 1024 * 1024;
/** Of the files in a ZIP file, unpacked. */
const maxArchive = { maxCsvBytes: maxBytes, maxBytes: 1024 ** 3, maxFiles: 10_000 };

export const productImportRoutes = [
  get("/products/import", "staff", async (request) => {
    return { page: { title: "Import products", content: formPage(request) } };
  }),
  post("/products/import", "staff", importFile, { maxBytes, streamedBytes }),
];

/** The most products shown that went off sale; the rest are only counted. */
const maxListed = 100;

function formPage(request: StoreRequest, fault?: string): Html {
  const { store, link } = request;
  const hint = `Shopify’s product CSV or Counterpart’s JSON, up to ${maxBytes >> 20} MB; or a ZIP file of “Export with files”, up to ${streamedBytes >> 20} MB. 10,000 products at most.`;
  // Fields after the file aren't read.
  const fields = html`<div class="field"><label><input type="checkbox" name="stock"> Also set the stock of products that exist</label>
<p class="hint">New products always get the file’s stock. Shopify’s quantities may be older than yours.</p></div>
${labelled({ label: "File", name: "file", hint, fault }, (attributes) => html`<input id="file" name="file" type="file" accept=".csv,.json,.zip,text/csv,application/json,application/zip" required${attributes}>`)}
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

/** What an import does. It reports how far it is, such as "5 of 9 products". */
type Import = (progress: (text: string) => void) => Promise<Imported>;

async function importFile(request: StoreRequest, services: Services): Promise<Reply> {
  const { file } = request;
  const start = file && (await startOf(file.content));
  if (!file || !start) {
    const content = formPage(request, "Choose a file first.");
    return { page: { title: "Import products", content, status: 400 } };
  }
  const content = html`${crumb(request)}<div class="head"><h1>Import products</h1></div>`;
  const importing = isZip(start.first)
    ? await archiveImport(request, services, { ...file, content: start.content })
    : await plainImport(request, services, { name: file.name, content: start.content });
  return { page: { title: "Import products", content, more: report(request, file.name, importing) } };
}

/** The first bytes, and all of them; undefined if there are none. */
async function startOf(content: AsyncIterable<Uint8Array>) {
  const parts = content[Symbol.asyncIterator]();
  const { value: first } = await parts.next();
  if (!first) return undefined;
  async function* all() {
    yield first;
    yield* { [Symbol.asyncIterator]: () => parts };
  }
  return { first, content: all() };
}

async function plainImport(
  request: StoreRequest,
  services: Services,
  { name, content }: { name: string; content: AsyncIterable<Uint8Array> },
): Promise<Import> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of content) {
    length += part.length;
    if (length > maxBytes) throw formTooLarge(maxBytes);
    parts.push(part);
  }
  return importOf(request, services, { name, bytes: Buffer.concat(parts) });
}

async function archiveImport(
  request: StoreRequest,
  services: Services,
  upload: StreamedFile,
): Promise<Import> {
  const { store, by } = request;
  const { database, files } = services;
  if (!files) {
    throw new ApiError(
      "CONFLICT",
      "This server stores no files, so it takes a CSV only: products.csv of the ZIP file, or a workbook saved as CSV.",
    );
  }
  const held = await files.hold({ storeId: store.id, ...upload });
  return async (progress) => {
    try {
      const read = (range: { start: number; end: number }) => files.read(held, range);
      const { csv, files: found } = await readArchive({ bytes: held.bytes, read }, maxArchive);
      const imported = await importOf(request, services, { name: "products.csv", bytes: csv })(progress);
      const parts = { database, files, storeId: store.id, by };
      const fileProgress = (done: number, total: number) => progress(`${done} of ${total} files`);
      const fileFault = await storeFiles(found, { ...parts, progress: fileProgress }).then(
        () => undefined,
        messageOf,
      );
      return { ...imported, fileCount: found.length, fileFault };
    } finally {
      await files.discard(held);
    }
  };
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  throw error;
}

function importOf(
  { store, by, form }: StoreRequest,
  { database, closePages }: Services,
  file: { name: string; bytes: Buffer },
): Import {
  return async (progress) => {
    // Loaded here because few processes ever import.
    const { importUpload } = await import("../../../catalog-import/import-upload.ts");
    const result = await importUpload(database, store, file, {
      progress: (done, total) => progress(`${done} of ${total} products`),
      ...{ by, changesStock: form.has("stock") },
    });
    return { result, payable: await closePages.ofStore(store.id) };
  };
}

/** Streams an import's progress, then its result. Each part replaces the previous one. */
async function* report({ link }: StoreRequest, name: string, begin: Import): AsyncGenerator<Html> {
  yield progress(`Reading ${name} …`);
  let latest: string | undefined;
  let wake = () => {};
  const importing = begin((text) => {
    latest = text;
    wake();
  }).catch((error: unknown) => ({ error }));
  for (;;) {
    const next = new Promise<undefined>((resolve) => {
      wake = () => resolve(undefined);
    });
    const outcome = await Promise.race([importing, next]);
    if (outcome !== undefined) {
      yield "result" in outcome ? resultCard(outcome, link) : faultCard(name, outcome.error, link);
      return;
    }
    if (latest) yield progress(`${latest} …`);
  }
}

function progress(text: string): Html {
  return html`<p class="card progress">${text}</p>`;
}

interface Imported {
  result: ImportResult;
  payable: PayablePages | undefined;
  /** Of a ZIP file. */
  fileCount?: number;
  /** Why its files, or the rest of them, weren't stored. */
  fileFault?: string | undefined;
}

function resultCard({ result, payable, fileCount = 0, fileFault }: Imported, link: (path: string) => string) {
  const { created, updated, unchanged, skipped } = result;
  return html`<section class="card" role="status"><h2>Import complete</h2>
<dl class="facts"><dt>Created</dt><dd>${created}</dd><dt>Updated</dt><dd>${updated}</dd><dt>Unchanged</dt><dd>${unchanged}</dd>
${skipped > 0 && html`<dt>Rows without a product</dt><dd>${skipped}</dd>`}
${fileCount > 0 && !fileFault && html`<dt>Files</dt><dd>${fileCount}</dd>`}</dl>
${fileFault && html`<p class="fault">Not all files of the products were stored. ${fileFault}</p>`}
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
