import { Hono } from "hono";
import { html } from "hono/html";
import { type components, dataOf } from "../api.ts";
import type { Tools } from "../tools.ts";
import { hero } from "./hero.ts";
import type { Html } from "./layout.ts";
import { card, isIn, picture, prices, stockLeft } from "./product.ts";

type Product = components["schemas"]["Product"];

const pageSize = 12;

/** The home page, categories and search results, and the product pages. */
export function catalogPages({ api, show }: Tools): Hono {
  const pages = new Hono();

  pages.get("/", async (c) => {
    const { q, category, after } = c.req.query();
    const filter = { ...(q && { q }), ...(category && { category }) };
    const query = { ...filter, ...(after && { after }), limit: pageSize };
    const [answer, catalog] = await Promise.all([api.listProducts({ query }), api.getCatalog()]);
    const listed = dataOf(answer);
    const { store, products } = dataOf(catalog);
    const categories = [...new Set(products.flatMap((one) => one.category ?? []))].sort();
    const last = listed.at(-1);
    const hasMore = answer.response.headers.get("Link")?.includes('rel="next"') === true;
    const next = last && hasMore && `/?${new URLSearchParams({ ...filter, after: last._id })}`;
    const isHome = !q && !category && !after;
    const title = q ? `Results for “${q}”` : (category ?? "Products");
    return show(c, {
      title: isHome ? store.name : title,
      q: q ?? "",
      body: html`${isHome ? hero(store, products) : html`<h1>${title}</h1>`}
${categoryLinks(categories, { chosen: category, isAll: !q && !category })}
${isHome ? html`<h2 class="unseen">Products</h2>` : ""}
${listed.length === 0 ? html`<p role="status">No products found. <a href="/">Show all products</a></p>` : ""}
<ul class="products">${listed.filter(isFirstOfGroup).map((one) => card(one, products))}</ul>
${next ? html`<p class="more"><a class="button quiet" href="${next}">More products</a></p>` : ""}`,
    });
  });

  pages.get("/products/:productId", async (c) => {
    const product = dataOf(await api.getProduct({ path: { productId: c.req.param("productId") } }));
    const { name, category, description, details, group } = product;
    const variants = group && dataOf(await api.getCatalog()).products.filter((one) => isIn(group, one));
    return show(c, {
      title: name,
      body: html`<article class="product">
${picture(product)}
<div>
${category ? html`<p class="kicker"><a href="/?${new URLSearchParams({ category })}">${category}</a></p>` : ""}
<h1>${name}</h1>
<p class="price">${prices(product)}</p>
${variants && variants.length > 1 ? choices(variants, product) : ""}
${buying(product)}
${description ? html`<p class="text">${description}</p>` : ""}
${details ? html`<ul class="details">${details.map((one) => html`<li>${one}</li>`)}</ul>` : ""}
</div>
</article>`,
    });
  });

  return pages;
}

function categoryLinks(
  categories: string[],
  { chosen, isAll }: { chosen: string | undefined; isAll: boolean },
): Html {
  const link = (text: string, href: string, isChosen: boolean) =>
    html`<li><a href="${href}" ${isChosen ? html`aria-current="page"` : ""}>${text}</a></li>`;
  return html`<nav aria-label="Categories"><ul class="choices">${link("All", "/", isAll)}${categories.map(
    (one) => link(one, `/?${new URLSearchParams({ category: one })}`, one === chosen),
  )}</ul></nav>`;
}

/** A group of variants is one card: its first variant. */
function isFirstOfGroup({ _id, group }: Product, _: number, products: Product[]): boolean {
  return group === null || products.find((one) => isIn(group, one))?._id === _id;
}

/** Links to the variants, by the values of their options. */
function choices(variants: Product[], chosen: Product): Html {
  return html`<nav aria-label="Variants"><ul class="choices">${variants.map(
    ({ _id, name, options, stock }) => {
      const label = options.map(({ value }) => value).join(", ") || name;
      return html`<li><a href="/products/${encodeURIComponent(_id)}" ${_id === chosen._id ? html`aria-current="true"` : ""}>${label}
${stock === 0 ? html`<span class="stock">sold out</span>` : ""}</a></li>`;
    },
  )}</ul></nav>`;
}

function buying(product: Product): Html {
  const { _id, isActive, stock } = product;
  if (!isActive) return html`<p role="status">This product is no longer available.</p>`;
  if (stock === 0) return html`<p role="status" class="stock">Sold out</p>`;
  return html`<form class="row" method="post" action="/cart/lines">
<input type="hidden" name="productId" value="${_id}">
<label>Quantity <input type="number" name="quantity" value="1" min="1" max="${Math.min(stock ?? 999, 999)}" required></label>
<button>Add to cart</button>
</form>
${stockLeft(product)}`;
}
