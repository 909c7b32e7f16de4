import { html } from "hono/html";
import type { FoundBuyer } from "../../database/queries/buyers/find-buyers.ts";
import type { ManagedProduct } from "../../database/queries/products/managed-products.ts";
import type { Order } from "../../domain/order.ts";
import { get } from "../get-and-post.ts";
import type { Html, Reply, Services, StoreRequest } from "../route.ts";
import { icon } from "../view/icons.ts";
import { emailText, shortInstant } from "../view/texts.ts";
import { orderTable } from "./orders/order-list.ts";
import { picture, priceText, stateTag } from "./products/product-texts.ts";

export const searchRoutes = [get("/search", "read_only", searchStore)];

/** Of each kind; the rest are in its list. */
const maxShown = 5;
const maxLength = 200;

/** Everything in the store that a typed text may mean. */
async function searchStore(request: StoreRequest, { database, clock }: Services): Promise<Reply> {
  const { store, query, link } = request;
  const text = (query.get("q") ?? "").trim().slice(0, maxLength);
  if (text === "") return pageOf("Search", hint("Search the store"));
  const storeId = store.id;
  const [named, listed, products, buyers] = await Promise.all([
    database.orders.find({ storeId, orderId: text }),
    database.orders.list({ storeId, search: text, limit: maxShown }),
    database.managedProducts.list({ storeId, q: text, limit: maxShown }),
    database.buyers.find({ storeId, text, limit: maxShown }),
  ]);
  const orders = named ? [named] : (listed?.orders ?? []);
  const found = [...orders, ...(products?.products ?? []), ...buyers];
  const all = new URLSearchParams({ q: text });
  const more = (hasMore: boolean | undefined, path: string, label: string) =>
    hasMore ? html`<a href="${link(path)}?${all}">${label}</a>` : "";
  const content = html`${found.length === 0 && hint(`Nothing found for “${text}”`)}
${section("Orders", orders, more(listed?.hasMore, "/orders", "All matching orders"), (some: Order[]) => orderTable(some, request, clock()))}
${section("Products", products?.products ?? [], more(products?.hasMore, "/products", "All matching products"), (some: ManagedProduct[]) => productTable(some, request))}
${section("Customers", buyers, "", (some: FoundBuyer[]) => buyerTable(some, request, clock()))}`;
  return pageOf(`Search: ${text}`, content);
}

function pageOf(title: string, content: Html): Reply {
  return { page: { title, content: html`<div class="head"><h1>${title}</h1></div>${content}` } };
}

function hint(title: string): Html {
  return html`<section class="card"><div class="empty">${icon("search")}<h2>${title}</h2>
<p>Orders are found by number, email address, name, SKU and tracking number, products by name, reference and SKU, and customers by name and email address.</p></div></section>`;
}

function section<Found>(
  title: string,
  found: Found[],
  more: Html | string,
  table: (found: Found[]) => Html,
): Html | "" {
  if (found.length === 0) return "";
  return html`<section class="card of-list"><div class="card-head"><h2>${title}</h2>${more}</div>
${table(found)}</section>`;
}

function productTable(products: ManagedProduct[], { link }: StoreRequest): Html {
  return html`<table class="list stacked cards linked">
<caption class="hidden-text">Products</caption>
<thead><tr><th scope="col">Product</th><th scope="col">Status</th><th scope="col" class="number">Price</th></tr></thead>
<tbody>${products.map((product) => {
    return html`<tr><th scope="row"><span class="product-cell">${picture(product)}<span><a href="${link(`/products/${product._id}`)}">${product.name}</a>
<span class="hint">${product.reference}</span></span></span></th><td>${stateTag(product)}</td><td class="number">${priceText(product)}</td></tr>
`;
  })}</tbody>
</table>`;
}

function buyerTable(buyers: FoundBuyer[], { link, store }: StoreRequest, now: number): Html {
  return html`<table class="list stacked cards linked">
<caption class="hidden-text">Customers</caption>
<thead><tr><th scope="col">Customer</th><th scope="col">Latest order</th><th scope="col" class="number">Orders</th></tr></thead>
<tbody>${buyers.map(({ email, name, orders, lastOrderAt }) => {
    const address = emailText(email);
    const query = new URLSearchParams({ q: email });
    return html`<tr><th scope="row" class="wraps"><a href="${link("/orders")}?${query}">${name ?? address}</a>${name !== null && html`<span class="hint">${address}</span>`}</th><td>${shortInstant(lastOrderAt, now, store.timeZone)}</td><td class="number">${orders}</td></tr>
`;
  })}</tbody>
</table>`;
}
