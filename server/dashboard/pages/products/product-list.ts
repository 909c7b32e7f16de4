import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import { createPlaces } from "../../../database/concurrency/places.ts";
import { includesRole } from "../../../domain/role.ts";
import { get } from "../../get-and-post.ts";
import type { Html, Reply, Services, StoreRequest } from "../../route.ts";
import { withByteOrderMark } from "../../view/byte-order-mark.ts";
import { selectField, textField } from "../../view/forms.ts";
import { productTable, rowsOf } from "./product-rows.ts";

export const productListRoutes = [
  get("/products", "read_only", listProducts),
  /** The whole catalog in Shopify's format. */
  get("/products/export", "read_only", async ({ store }, { database }) => {
    const { exportedProducts, productRows, productsCsv } = await import(
      "../../../merchants/products/products-csv.ts"
    );
    const content = withByteOrderMark(productsCsv(productRows(exportedProducts(database, store.id), store)));
    return { download: { filename: `products-${store.slug}.csv`, type: "text/csv", content } };
  }),
  get("/products/export/files", "read_only", exportWithFiles),
];

const perPage = 25;

const states: Record<string, { label: string; isActive?: boolean; isLow?: boolean }> = {
  all: { label: "All" },
  active: { label: "For sale", isActive: true },
  inactive: { label: "Not for sale", isActive: false },
  low: { label: "Low in stock", isActive: true, isLow: true },
};

export interface Chosen {
  show: string;
  /** As typed. */
  q: string;
  category: string;
}

export function chosenIn({ query }: StoreRequest): Chosen {
  const [show, q, category] = [query.get("show") ?? "all", query.get("q") ?? "", query.get("category") ?? ""];
  return { show, q: q.trim(), category };
}

/** Throws NOT_FOUND for an unknown list or page. */
export async function listPage(
  { managedProducts }: Pick<Services["database"], "managedProducts">,
  { store, query }: StoreRequest,
  { show, q, category }: Chosen,
  { limit, isGrouped }: { limit: number; isGrouped: boolean },
) {
  const state = Object.hasOwn(states, show) ? states[show] : undefined;
  const page =
    state &&
    (await managedProducts.list({
      ...{ storeId: store.id, limit, after: query.get("after") ?? undefined, q: q || undefined },
      ...{ category: category || undefined, isActive: state.isActive, isLow: state.isLow, isGrouped },
    }));
  if (!page) throw new ApiError("NOT_FOUND", "This list of products doesn’t exist.");
  return page;
}

async function listProducts(request: StoreRequest, { database, files }: Services): Promise<Reply> {
  const { store, query, link, role } = request;
  const chosen = chosenIn(request);
  const { show, category } = chosen;
  const after = query.get("after") ?? undefined;
  const { products, hasMore } = await listPage(database, request, chosen, {
    limit: perPage,
    isGrouped: true,
  });
  const categories = await database.managedProducts.categories(store.id);
  const isNarrowed = show !== "all" || chosen.q !== "" || category !== "";
  const last = products.at(-1);
  const content = html`<div class="head"><h1>Products</h1>
<p class="head-actions"><a class="button secondary small" href="${link("/products/export")}">Export as CSV</a>
${files && html`<a class="button secondary small" href="${link("/products/export/files")}">Export with files</a>`}
${
  includesRole(role, "staff") &&
  html`<a class="button secondary small" href="${link("/products/import")}">Import products</a>
<a class="button secondary small" href="${linkTo(request, chosen, undefined, "/products/edit")}">Edit as table</a>
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

/** Each export with files has a part of one in memory. */
const places = createPlaces(10);
const maxOfStore = 2;

/** Also the files of digital products. */
async function exportWithFiles(
  { store }: StoreRequest,
  { database, files, clock }: Services,
): Promise<Reply> {
  if (!files) throw new ApiError("CONFLICT", "This server stores no files.");
  const { maxArchivedFiles, productsArchive } = await import(
    "../../../merchants/products/products-archive.ts"
  );
  if ((await database.productFiles.count(store.id)) > maxArchivedFiles) {
    throw new ApiError(
      "CONFLICT",
      "There are too many files for a ZIP file. The operator can export them with `products export --files`.",
    );
  }
  const ended = places.take({ [store.id]: maxOfStore });
  if (!ended) {
    throw new ApiError("CONFLICT", "Other exports with files are running. Try again when they are complete.");
  }
  const content = productsArchive({ database, files }, { store, now: clock(), encode: withByteOrderMark });
  return { download: { filename: `products-${store.slug}.zip`, type: "application/zip", content, ended } };
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

export function linkTo(
  { link }: StoreRequest,
  { show, q, category }: Chosen,
  after?: string,
  path = "/products",
): string {
  const query = new URLSearchParams({
    ...(show !== "all" && { show }),
    ...(q !== "" && { q }),
    ...(category !== "" && { category }),
    ...(after !== undefined && { after }),
  });
  return query.size > 0 ? `${link(path)}?${query}` : link(path);
}
