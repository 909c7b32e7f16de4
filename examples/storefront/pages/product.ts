import { html } from "hono/html";
import type { components } from "../api.ts";
import { price } from "../money.ts";
import type { Html } from "./layout.ts";

type Product = components["schemas"]["Product"];

export const isIn = ({ slug }: NonNullable<Product["group"]>, product: Product): boolean =>
  product.group?.slug === slug;

/** @param products all products, among them the variants of the card's group */
export function card(product: Product, products: Product[]): Html {
  const { _id, name, group, stock } = product;
  const variants = group ? products.filter((one) => isIn(group, one)) : [];
  const cheapest = variants.toSorted((one, other) => one.priceInCents - other.priceInCents)[0];
  const differ = variants.some(({ priceInCents }) => priceInCents !== cheapest?.priceInCents);
  const isSoldOut = variants.length > 0 && variants.every(({ stock }) => stock === 0);
  return html`<li><a href="/products/${encodeURIComponent(_id)}">${picture(product)}
<span class="name">${group?.name ?? name}</span></a>
<span class="price">${differ && cheapest ? html`from ${prices(cheapest)}` : prices(product)}</span>
${isSoldOut ? stockLeft({ stock: 0 }) : ""}${group === null && (stock ?? few + 1) <= few ? stockLeft(product) : ""}</li>`;
}

/** The price, after the higher one before a reduction. */
export function prices(product: Product): Html {
  const { compareAtPriceInCents: before, priceInCents } = product;
  if (before === null || before <= priceInCents) return html`${price(product)}`;
  return html`<s><span class="unseen">Before </span>${price({ ...product, priceInCents: before })}</s> ${price(product)}`;
}

/** Up to this number, shoppers see how many are left. */
const few = 20;

/** What is left of a product whose stock is counted. */
export function stockLeft({ stock }: Pick<Product, "stock">): Html {
  if (stock === null) return html``;
  if (stock === 0) return html`<span class="stock">Sold out</span>`;
  return stock <= few
    ? html`<span class="stock">${stock} left</span>`
    : html`<span class="stock in">In stock</span>`;
}

export function picture({ imageUrl, images }: Product): Html {
  if (imageUrl === null) return html`<span class="picture none"></span>`;
  return html`<img class="picture" src="${imageUrl}" alt="${images[0]?.alt ?? ""}" width="600" height="600">`;
}
