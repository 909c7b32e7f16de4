import { html } from "hono/html";
import { type ManagedProduct, maxVariants } from "../../../database/queries/products/managed-products.ts";
import type { Product } from "../../../domain/product.ts";
import { includesRole } from "../../../domain/role.ts";
import type { Html, Services, StoreRequest } from "../../route.ts";
import { optionsText, priceText, stateTag } from "./product-texts.ts";

type Products = Pick<Services["database"], "managedProducts">;

/** A group's variants in the merchant's order. */
export interface Variants {
  products: ManagedProduct[];
  /** Whether there are more of them. */
  hasMore: boolean;
}

export async function variantsOf(
  { managedProducts }: Products,
  { storeId, group }: Pick<Product, "storeId" | "group">,
): Promise<Variants> {
  if (group === null) return { products: [], hasMore: false };
  const list = { storeId, group: group.slug, limit: maxVariants };
  return (await managedProducts.list(list)) ?? { products: [], hasMore: false };
}

/** The variants of a product's group, itself included. */
export function variantsCard(
  { role, link }: StoreRequest,
  product: ManagedProduct,
  variants: Variants,
): Html {
  const { group } = product;
  if (group === null) return html``;
  const { products, hasMore } = variants;
  return html`<section class="card of-list"><table class="list stacked"><caption>Variants of ${group.name}</caption>
<thead><tr><th scope="col">Variant</th><th scope="col">SKU</th><th scope="col">Status</th><th scope="col" class="number">Stock</th><th scope="col" class="number">Price</th></tr></thead>
<tbody>
${products.map((variant) => {
  return html`<tr${variant._id === product._id ? html` aria-current="true"` : ""}><th scope="row">${variantLink(variant, product, link)}</th>
<td data-label="SKU">${variant.sku}</td>
<td>${stateTag(variant)}</td>
<td class="number" data-label="Stock">${variant.quantity ?? "–"}</td>
<td class="number" data-label="Price">${priceText(variant)}</td></tr>
`;
})}
</tbody></table>
${hasMore && html`<p class="empty">and more; the list of products finds them by words</p>`}
${includesRole(role, "staff") && !hasMore && html`<p class="actions below-list"><a class="button secondary small" href="${link(`/products/${product._id}/variants`)}">Edit variants</a></p>`}
</section>`;
}

function variantLink(
  variant: ManagedProduct,
  shown: ManagedProduct,
  link: StoreRequest["link"],
): Html | string {
  const text = optionsText(variant) || variant.name;
  return variant._id === shown._id ? text : html`<a href="${link(`/products/${variant._id}`)}">${text}</a>`;
}

/** For a product without a group: the way to its variants. */
export function noVariantsCard({ role, link }: StoreRequest, { _id, group }: ManagedProduct): Html | "" {
  if (group !== null || !includesRole(role, "staff")) return "";
  return html`<section class="card"><h2>Variants</h2>
<p class="hint">Sell it in several sizes or colours, for example.</p>
<p class="actions"><a class="button secondary" href="${link(`/products/${_id}/variants`)}">Add variants</a></p></section>`;
}
