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
<ul class="products">${products.map(card)}</ul>
${next ? html`<p><a class="button quiet" href="${next}">More products</a></p>` : ""}`,
    });
  });

  pages.get("/products/:productId", async (c) => {
    const product = dataOf(await api.getProduct({ path: { productId: c.req.param("productId") } }));
    const { _id, name, description, details, isActive } = product;
    return show(c, {
      title: name,
      body: html`<article class="product">
${picture(product)}
<div>
<h1>${name}</h1>
<p class="price">${price(product)}</p>
${description ? html`<p>${description}</p>` : ""}
${details ? html`<ul>${details.map((one) => html`<li>${one}</li>`)}</ul>` : ""}
${
  isActive
    ? html`<form class="row" method="post" action="/cart/lines">
<input type="hidden" name="productId" value="${_id}">
<label>Quantity <input type="number" name="quantity" value="1" min="1" max="999" required></label>
<button>Add to cart</button>
</form>`
    : html`<p role="status">This product is no longer available.</p>`
}
</div>
</article>`,
    });
  });

  return pages;
}

function card(product: Product): Html {
  return html`<li><a href="/products/${encodeURIComponent(product._id)}">${picture(product)}
<span class="name">${product.name}</span></a> <span class="price">${price(product)}</span></li>`;
}

function picture({ imageUrl, images }: Product): Html {
  if (imageUrl === null) return html`<span class="picture none"></span>`;
  return html`<img class="picture" src="${imageUrl}" alt="${images[0]?.alt ?? ""}" width="600" height="600">`;
}
