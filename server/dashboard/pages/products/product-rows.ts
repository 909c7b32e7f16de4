import { html } from "hono/html";
import { type ManagedProduct, maxVariants } from "../../../database/queries/products/managed-products.ts";
import type { Html, Services, StoreRequest } from "../../route.ts";
import { tag } from "../../view/texts.ts";
import { optionsText, picture, priceText, stateTag } from "./product-texts.ts";
import { type Variants, variantsOf } from "./product-variants.ts";

/** A row of the list: a product, or all variants of a group. */
export interface ProductRow {
  /** The first that was found. */
  product: ManagedProduct;
  /** Empty without a group. */
  variants: Variants;
}

/** Products that were found, with one row for the variants of a group. */
export function rowsOf(
  database: Pick<Services["database"], "managedProducts">,
  found: ManagedProduct[],
): Promise<ProductRow[]> {
  const isFirst = ({ _id, group }: ManagedProduct) =>
    group === null || found.find((one) => one.group?.slug === group.slug)?._id === _id;
  return Promise.all(
    found
      .filter(isFirst)
      .map(async (product) => ({ product, variants: await variantsOf(database, product) })),
  );
}

export function productTable(rows: ProductRow[], { link }: StoreRequest): Html {
  return html`<table class="list stacked cards">
<caption class="hidden-text">Products, in the store’s order</caption>
<thead><tr><th scope="col">Product</th><th scope="col">Category</th><th scope="col">Status</th><th scope="col" class="number">Stock</th><th scope="col" class="number">Price</th></tr></thead>
<tbody>
${rows.map((row) => {
  return html`<tr>${row.variants.products.length > 1 ? groupCells(row, link) : productCells(row.product, link)}</tr>
`;
})}
</tbody>
</table>`;
}

function productCells(product: ManagedProduct, link: StoreRequest["link"]): Html {
  const hint = product.options.length > 0 ? optionsText(product) : product.reference;
  return html`${nameCell(product, product.name, hint, link)}
<td>${product.category}</td>
<td>${stateTag(product)}</td>
${stockCell(product.quantity)}
<td class="number" data-label="Price">${priceText(product)}</td>`;
}

function groupCells({ product, variants }: ProductRow, link: StoreRequest["link"]): Html {
  const { products, hasMore } = variants;
  const count = hasMore ? `More than ${maxVariants} variants` : `${products.length} variants`;
  const hint = [count, ...optionTexts(products)].join(" · ");
  return html`${nameCell(product, product.group?.name ?? product.name, hint, link)}
<td>${product.category}</td>
<td>${groupState(products)}</td>
${stockCell(hasMore ? null : stockOf(products))}
<td class="number" data-label="Price">${priceRange(products)}</td>`;
}

function nameCell(product: ManagedProduct, name: string, hint: string, link: StoreRequest["link"]): Html {
  return html`<th scope="row"><span class="product-cell">${picture(product)}<span><a href="${link(`/products/${product._id}`)}">${name}</a>
<span class="hint">${hint}</span></span></span></th>`;
}

/** Each option with its values: `Size: A4, A3`. */
function optionTexts(variants: ManagedProduct[]): string[] {
  const values = new Map<string, Set<string>>();
  for (const { name, value } of variants.flatMap(({ options }) => options)) {
    values.set(name, (values.get(name) ?? new Set()).add(value));
  }
  return [...values].map(([name, some]) => {
    const shown = [...some].slice(0, maxValues).join(", ");
    return `${name}: ${shown}${some.size > maxValues ? ", …" : ""}`;
  });
}

/** Values of an option in the list. */
const maxValues = 8;

function groupState(variants: ManagedProduct[]): Html {
  const forSale = variants.filter(({ isActive }) => isActive).length;
  if (forSale === variants.length || forSale === 0) return stateTag({ isActive: forSale > 0 });
  return tag(`${forSale} of ${variants.length} for sale`, "plain");
}

function stockCell(stock: number | null): Html {
  return stock === null
    ? html`<td class="number uncounted">–</td>`
    : html`<td class="number" data-label="Stock">${stock}</td>`;
}

/** Null if buyers can order any quantity of a variant. */
function stockOf(variants: ManagedProduct[]): number | null {
  let total = 0;
  for (const { quantity } of variants) {
    if (quantity === null) return null;
    total += quantity;
  }
  return total;
}

function priceRange(variants: ManagedProduct[]): string {
  const sorted = variants.toSorted((one, other) => one.priceInCents - other.priceInCents);
  const [from, to] = [sorted.at(0), sorted.at(-1)];
  if (!from || !to) return "–";
  return from.priceInCents === to.priceInCents ? priceText(from) : `${priceText(from)} – ${priceText(to)}`;
}
