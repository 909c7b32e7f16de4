import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import { includesRole } from "../../../domain/role.ts";
import type { DashboardServices, Html, Reply, StoreRequest, StoreRoute } from "../../route.ts";
import { withByteOrderMark } from "../../view/byte-order-mark.ts";
import { selectField, textField } from "../../view/forms.ts";
import { productTable, rowsOf } from "./product-rows.ts";

export const productListRoutes: StoreRoute[] = [
  { method: "GET", path: "/products", access: "read_only", answer: listProducts },
  { method: "GET", path: "/products/export", access: "read_only", answer: exportProducts },
];

const perPage = 25;

const states: Record<string, { label: string; isActive?: boolean; isLow?: boolean }> = {
  all: { label: "All" },
  active: { label: "For sale", isActive: true },
  inactive: { label: "Not for sale", isActive: false },
  low: { label: "Low in stock", isActive: true, isLow: true },
};

interface Chosen {
  show: string;
  /** As typed. */
  q: string;
  category: string;
}

async function listProducts(request: StoreRequest, { database }: DashboardServices): Promise<Reply> {
  const { store, query, link, role } = request;
  const [show, q, category] = [query.get("show") ?? "all", query.get("q") ?? "", query.get("category") ?? ""];
  const chosen = { show, q: q.trim(), category };
  const state = states[show];
  const after = query.get("after") ?? undefined;
  const page =
    state &&
    (await database.managedProducts.list({
      storeId: store.id,
      limit: perPage,
      after,
      q: chosen.q || undefined,
      category: category || undefined,
      isActive: state.isActive,
      isLow: state.isLow,
      isGrouped: true,
    }));
  if (!page) throw new ApiError("NOT_FOUND", "This list of products doesn’t exist.");
  const { products, hasMore } = page;
  const categories = await database.managedProducts.categories(store.id);
  const isNarrowed = show !== "all" || chosen.q !== "" || category !== "";
  const last = products.at(-1);
  const content = html`<div class="head"><h1>Products</h1>
<p class="head-actions"><a class="button secondary small" href="${link("/products/export")}">Export as CSV</a>
${
  includesRole(role, "staff") &&
  html`<a class="button secondary small" href="${link("/products/import")}">Import products</a>
<a class="button small" href="${link("/products/new")}">Add product</a>`
}</p></div>
<nav aria-label="Filter products" class="filters"><ul class="tabs">
${Object.entries(states).map(
  ([name, { label }]) =>
    html`<li><a href="${linkTo(request, { ...chosen, show: name })}"${name === show ? html` aria-current="page"` : ""}>${label}</a></li>`,
)}
</ul></nav>
${searchForm(request, chosen, categories)}
<section class="card of-list">
${products.length > 0 ? productTable(await rowsOf(database, products), request) : html`<p class="empty">${isNarrowed ? "No products match." : "No products yet. Add one, or import a file."}</p>`}
</section>
<p class="pages">${after !== undefined ? html`<a href="${linkTo(request, chosen)}">← First page</a>` : html`<span></span>`}
${hasMore && last && html`<a href="${linkTo(request, chosen, last._id)}">Next page →</a>`}</p>`;
  return { page: { title: "Products", content } };
}

/** The whole catalog in Shopify's format. */
async function exportProducts({ store }: StoreRequest, { database }: DashboardServices): Promise<Reply> {
  const { exportedProducts, productRows, productsCsv } = await import(
    "../../../merchants/products/products-csv.ts"
  );
  const csv = productsCsv(productRows(exportedProducts(database, store.id), store));
  return {
    download: { filename: `products-${store.slug}.csv`, type: "text/csv", text: withByteOrderMark(csv) },
  };
}

function searchForm({ link }: StoreRequest, { show, q, category }: Chosen, categories: string[]): Html {
  const options = [["", "All categories"], ...categories.map((name) => [name, name])] as [string, string][];
  return html`<form action="${link("/products")}" class="filters" role="search" aria-label="Products">
${show !== "all" && html`<input type="hidden" name="show" value="${show}">`}
${textField({ label: "Search by words, reference or id", name: "q", type: "search", value: q })}
${categories.length > 0 && selectField({ label: "Category", name: "category", value: category, options })}
<button class="button secondary">Search</button>
</form>`;
}

function linkTo({ link }: StoreRequest, { show, q, category }: Chosen, after?: string): string {
  const query = new URLSearchParams({
    ...(show !== "all" && { show }),
    ...(q !== "" && { q }),
    ...(category !== "" && { category }),
    ...(after !== undefined && { after }),
  });
  return query.size > 0 ? `${link("/products")}?${query}` : link("/products");
}
