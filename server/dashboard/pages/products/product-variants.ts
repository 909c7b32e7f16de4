import { html } from "hono/html";
import { type ManagedProduct, maxVariants } from "../../../database/queries/products/managed-products.ts";
import { type Product, variantName } from "../../../domain/product.ts";
import { includesRole } from "../../../domain/role.ts";
import { slugOf } from "../../../domain/words.ts";
import type { ProductChange } from "../../../merchants/products/edit-product.ts";
import type { DashboardServices, Html, StoreRequest } from "../../route.ts";
import { postForm, textField } from "../../view/forms.ts";
import { optionsText, priceText, stateTag } from "./product-texts.ts";

type Products = Pick<DashboardServices["database"], "managedProducts">;

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
${products.map(
  (
    variant,
  ) => html`<tr${variant._id === product._id ? html` aria-current="true"` : ""}><th scope="row">${variantLink(variant, product, link)}</th>
<td data-label="SKU">${variant.sku}</td>
<td>${stateTag(variant)}</td>
<td class="number" data-label="Stock">${variant.quantity ?? "–"}</td>
<td class="number" data-label="Price">${priceText(variant)}</td></tr>
`,
)}
</tbody></table>
${hasMore && html`<p class="empty">and more; the list of products finds them by words</p>`}
${includesRole(role, "staff") && html`<p class="actions below-list"><a class="button secondary small" href="${link(`/products/new?variant-of=${product._id}`)}">Add variant</a></p>`}
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

/** The first option of a product that gets variants, as typed. */
export interface FirstOption {
  name: string;
  value: string;
  fault?: string;
}

/** For a product without a group: a form that makes it the first variant of one. */
export function firstOptionCard(request: StoreRequest, product: ManagedProduct, typed?: FirstOption): Html {
  if (product.group !== null || !includesRole(request.role, "staff")) return html``;
  const fields = html`<input type="hidden" name="version" value="${product.version}">
${textField({ label: "Option", name: "option-name", value: typed?.name, placeholder: "Size", fault: typed?.fault, isRequired: true, autocomplete: "off" })}
${textField({ label: "This product’s value", name: "option-value", value: typed?.value, placeholder: "A4", isRequired: true, autocomplete: "off" })}
<p class="actions"><button class="button secondary">Add variants</button></p>`;
  return html`<section class="card"><h2>Variants</h2>
<p class="hint">Sell it in several sizes or colours, for example. The value is added to this product’s name.</p>
${postForm(request, request.link(`/products/${product._id}/variants`), fields)}</section>`;
}

/** The change that makes a product the first variant of a new group with its name. */
export async function firstVariant(
  { managedProducts }: Products,
  { storeId, name, slug }: ManagedProduct,
  option: { name: string; value: string },
): Promise<ProductChange> {
  const wanted = (slug ?? slugOf(name) ?? "product").slice(0, maxSlugLength);
  for (let n = 1; ; n++) {
    const group = { slug: n === 1 ? wanted : `${wanted}-${n}`, name };
    const taken = await managedProducts.list({ storeId, group: group.slug, limit: 1 });
    if (taken?.products.length) continue;
    return { group, options: [option], name: variantName(name, [option.value]) };
  }
}

/** Leaves room for a number within the contract's limit. */
const maxSlugLength = 500;
