import { Hono } from "hono";
import { html } from "hono/html";
import { type components, dataOf } from "../api.ts";
import { price } from "../money.ts";
import type { Tools } from "../tools.ts";
import type { Html } from "./layout.ts";

type Product = components["schemas"]["Product"];

const pageSize = 12;

/** The product list with search, and the product pages. */
export function catalogPages({ api, show }: Tools): Hono {
  const pages = new Hono();

  pages.get("/", async (c) => {
    const { q, category, after } = c.req.query();
    const filter = { ...(q && { q }), ...(category && { category }) };
    const query = { ...filter, ...(after && { after }), limit: pageSize };
    const [answer, catalog] = await Promise.all([api.listProducts({ query }), api.getCatalog()]);
    const products = dataOf(answer);
    const categories = [...new Set(dataOf(catalog).products.flatMap((one) => one.category ?? []))].sort();
    const last = products.at(-1);
    const hasMore = answer.response.headers.get("Link")?.includes('rel="next"') === true;
    const next = last && hasMore && `/?${new URLSearchParams({ ...filter, after: last._id })}`;
    return show(c, {
      title: "Products",
      body: html`<h1>Products</h1>
<form class="filter" role="search" action="/">
<label>Search <input type="search" name="q" value="${q ?? ""}" maxlength="100"></label>
<label>Category <select name="category"><option value="">All</option>
${categories.map((one) => html`<option ${one === category ? "selected" : ""}>${one}</option>`)}</select></label>
<button>Show</button>
</form>
${products.length === 0 ? html`<p role="status">No products found. <a href="/">Show all products</a></p>` : ""}
<ul class="products">${products.filter(isFirstOfGroup).map(card)}</ul>
${next ? html`<p><a class="button quiet" href="${next}">More products</a></p>` : ""}`,
    });
  });

  pages.get("/products/:productId", async (c) => {
    const product = dataOf(await api.getProduct({ path: { productId: c.req.param("productId") } }));
    const { name, description, details, group } = product;
    const variants = group && dataOf(await api.getCatalog()).products.filter((one) => isIn(group, one));
    return show(c, {
      title: name,
      body: html`<article class="product">
${picture(product)}
<div>
<h1>${name}</h1>
<p class="price">${prices(product)}</p>
${variants && variants.length > 1 ? choices(variants, product) : ""}
${description ? html`<p class="text">${description}</p>` : ""}
${details ? html`<ul>${details.map((one) => html`<li>${one}</li>`)}</ul>` : ""}
${buying(product)}
</div>
</article>`,
    });
  });

  return pages;
}

type Group = NonNullable<Product["group"]>;

const isIn = ({ slug }: Group, product: Product): boolean => product.group?.slug === slug;

/** A group of variants is one card: its first variant. */
function isFirstOfGroup({ _id, group }: Product, _: number, products: Product[]): boolean {
  return group === null || products.find((one) => isIn(group, one))?._id === _id;
}

function card(product: Product): Html {
  const { _id, name, group, stock } = product;
  return html`<li><a href="/products/${encodeURIComponent(_id)}">${picture(product)}
<span class="name">${group?.name ?? name}</span></a> <span class="price">${prices(product)}</span>
${stock === 0 && group === null ? html`<span class="stock">Sold out</span>` : ""}</li>`;
}

/** The price, after the higher one before a reduction. */
function prices(product: Product): Html {
  const { compareAtPriceInCents: before, priceInCents } = product;
  if (before === null || before <= priceInCents) return html`${price(product)}`;
  return html`<s><span class="unseen">Before </span>${price({ ...product, priceInCents: before })}</s> ${price(product)}`;
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

/** From this number on, shoppers see how many are left. */
const few = 5;

function buying({ _id, isActive, stock }: Product): Html {
  if (!isActive) return html`<p role="status">This product is no longer available.</p>`;
  if (stock === 0) return html`<p role="status" class="stock">Sold out</p>`;
  return html`${stock !== null && stock <= few ? html`<p class="stock">Only ${stock} left</p>` : ""}
<form class="row" method="post" action="/cart/lines">
<input type="hidden" name="productId" value="${_id}">
<label>Quantity <input type="number" name="quantity" value="1" min="1" max="${Math.min(stock ?? 999, 999)}" required></label>
<button>Add to cart</button>
</form>`;
}

function picture({ imageUrl, images }: Product): Html {
  if (imageUrl === null) return html`<span class="picture none"></span>`;
  return html`<img class="picture" src="${imageUrl}" alt="${images[0]?.alt ?? ""}" width="600" height="600">`;
}
