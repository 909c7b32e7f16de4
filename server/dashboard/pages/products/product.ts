import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import type { ManagedProduct } from "../../../database/queries/products/managed-products.ts";
import { formatAmount } from "../../../domain/money.ts";
import { includesRole } from "../../../domain/role.ts";
import { withPayablePages } from "../../../merchants/payments/payable-pages.ts";
import { editProduct, InvalidProduct, ProductChanged } from "../../../merchants/products/edit-product.ts";
import { textOf } from "../../frame/forms.ts";
import type { DashboardServices, Html, Reply, StoreRequest, StoreRoute } from "../../route.ts";
import { postForm, textAreaField, textField } from "../../view/forms.ts";
import {
  changeOf,
  type FieldFaults,
  faultsOf,
  mergedTexts,
  type ProductField,
  type ProductTexts,
  productFields,
  textsInForm,
  textsOfProduct,
} from "./product-fields.ts";
import { picture, priceText, stateTag } from "./product-list.ts";
import { setStock, stockCard } from "./product-stock.ts";

export const productRoutes: StoreRoute[] = [
  { method: "GET", path: "/products/{productId}", access: "read_only", answer: showProduct },
  { method: "POST", path: "/products/{productId}", access: "staff", answer: saveProduct },
  { method: "POST", path: "/products/{productId}/active", access: "staff", answer: setActive },
  { method: "POST", path: "/products/{productId}/stock", access: "staff", answer: setStock },
];

const noSuchProduct = new ApiError("NOT_FOUND", "This store has no such product.");

async function findProduct({ store, path }: StoreRequest, { database }: DashboardServices) {
  const found = await database.managedProducts.find({ storeId: store.id, product: path.productId ?? "" });
  if (!found) throw noSuchProduct;
  return found;
}

async function showProduct(request: StoreRequest, services: DashboardServices): Promise<Reply> {
  const product = await findProduct(request, services);
  return pageOf(request, services, { product, texts: textsOfProduct(product) });
}

interface Shown {
  product: ManagedProduct;
  texts: ProductTexts;
  faults?: FieldFaults;
  /** Above the form. */
  message?: Html;
  /** Whether edited fields also show their current value. */
  showsCurrent?: boolean;
  status?: number;
}

async function pageOf(request: StoreRequest, { database }: DashboardServices, shown: Shown): Promise<Reply> {
  const { product, message, status = 200 } = shown;
  const { link, role } = request;
  const mayChange = includesRole(role, "staff");
  const categories = mayChange ? await database.managedProducts.categories(product.storeId) : [];
  const content = html`<p class="crumb"><a href="${link("/products")}">← Products</a></p>
<div class="head"><h1>${product.name}</h1><span class="tags">${stateTag(product)}</span></div>
${message !== undefined && html`<div class="fault-list" role="alert">${message}</div>`}
<div class="columns main-aside">
<section class="card"><h2>${mayChange ? "Edit" : "Product details"}</h2>
${mayChange ? form(request, shown, categories) : facts(product)}
</section>
<div>
<section class="card product-aside"><h2>Image</h2>${picture(product)}
${product.images.length > 1 && html`<p class="hint">${product.images.length - 1} more imported.</p>`}</section>
<section class="card"><h2>About</h2>
<dl class="facts"><dt>Reference</dt><dd>${product.reference}</dd><dt>Id</dt><dd><code>${product._id}</code></dd>
<dt>Type</dt><dd>${product.type}</dd><dt>Price</dt><dd>${priceText(product)}</dd></dl>
<p class="actions"><a href="${link(`/audit?about=${product._id}`)}">History</a></p></section>
${stockCard(request, product, await database.stockLevels.find(product._id))}
${mayChange && activeForm(request, product)}
</div>
</div>`;
  return { page: { title: product.name, content, status } };
}

function form(request: StoreRequest, shown: Shown, categories: string[]): Html {
  const { product, texts, faults = {}, showsCurrent = false } = shown;
  const now = textsOfProduct(product);
  const field = (name: ProductField, hint?: string) => ({
    name,
    label: productFields[name],
    value: texts[name],
    fault: faults[name],
    hint: showsCurrent && texts[name] !== now[name] ? `Current value: ${now[name] || "empty"}` : hint,
    autocomplete: "off",
  });
  const fields = html`<input type="hidden" name="version" value="${product.version}">
${textField({ ...field("name"), isRequired: true, maxLength: 512 })}
${textField({ ...field("price"), label: `Price in ${product.currency.toUpperCase()}`, isRequired: true, inputmode: "decimal" })}
${textAreaField(field("description"))}
${textField({ ...field("category"), suggestions: categories })}
${textField({ ...field("imageUrl", "A full URL that begins with https://"), placeholder: "https://" })}
<details${faults.slug || faults.groupSlug || faults.groupName || faults.options || faults.details || showsCurrent ? html` open` : ""}><summary>Slug, group and options</summary>
${textField(field("slug", "Part of the product’s URL in your storefront, such as tide-poster"))}
<fieldset><legend>Group</legend><p class="hint">Products of one group are variants of each other.</p>
<div class="row-form">${textField(field("groupName"))}${textField(field("groupSlug"))}</div></fieldset>
${textAreaField({ ...field("options", "One per line, such as “Size: A4”"), rows: 3 })}
${textAreaField({ ...field("details", "Short features, one per line"), rows: 3 })}
</details>
<p class="actions"><button class="button">Save</button></p>`;
  return postForm(request, request.link(`/products/${product._id}`), fields);
}

function facts(product: ManagedProduct): Html {
  const texts = textsOfProduct(product);
  const names = Object.keys(productFields) as ProductField[];
  return html`<dl class="facts">${names
    .filter((name) => texts[name] !== "")
    .map((name) => html`<dt>${productFields[name]}</dt><dd>${texts[name]}</dd>`)}</dl>`;
}

function activeForm(request: StoreRequest, { _id, isActive, version }: ManagedProduct): Html {
  const fields = html`<input type="hidden" name="version" value="${version}">
<input type="hidden" name="active" value="${isActive ? "no" : "yes"}">
<button class="button secondary">${isActive ? "Take off sale" : "Put up for sale"}</button>`;
  return html`<section class="card"><h2>${isActive ? "For sale" : "Not for sale"}</h2>
<p class="hint">${
    isActive
      ? "Taking the product off sale removes it from listings, blocks payment of carts that contain it, and closes open payment pages."
      : "Buyers can’t find or buy this product."
  }</p>
${postForm(request, request.link(`/products/${_id}/active`), fields)}</section>`;
}

async function saveProduct(request: StoreRequest, services: DashboardServices): Promise<Reply> {
  const { store, form, by, link } = request;
  const product = await findProduct(request, services);
  const texts = textsInForm(form);
  const read = changeOf(texts, product.currency);
  if (read.faults) return pageOf(request, services, faulty(product, texts, read.faults));
  const address = { storeId: store.id, product: product._id };
  // A form without a version isn't ours. "none" matches no version, so it changes nothing.
  const version = textOf(form, "version") || "none";
  try {
    const saved = await editProduct(services.database, address, { version, change: read.change, by });
    if (!saved) throw noSuchProduct;
    return { redirect: link(`/products/${saved._id}`), notice: "Product saved." };
  } catch (error) {
    if (error instanceof InvalidProduct) {
      return pageOf(request, services, faulty(product, texts, faultsOf(error.mismatches)));
    }
    if (error instanceof ProductChanged) {
      return pageOf(request, services, await conflicting(error, texts, services));
    }
    if (!(error instanceof ApiError) || error.code !== "CONFLICT") throw error;
    return pageOf(request, services, { product, texts, message: html`<p>${error.message}</p>`, status: 409 });
  }
}

function faulty(product: ManagedProduct, texts: ProductTexts, faults: FieldFaults): Shown {
  const message = html`<p>Nothing was saved. Correct the marked fields.</p>`;
  return { product, texts, faults, message, status: 400 };
}

/** Loses no change: fields that this person didn't edit show the other person's values. */
async function conflicting(
  { current, changes, by }: ProductChanged,
  typed: ProductTexts,
  { database }: DashboardServices,
): Promise<Shown> {
  const who = by?.kind === "person" ? (await database.people.find(by.id))?.email : undefined;
  const message = html`<p><strong>${who ?? "Someone else"} changed this product after you opened it</strong>, so
nothing was saved. Your edits are kept below, and the other fields show the current values. Check them and save again.</p>
${changes === undefined ? html`<p>The change came from an import or was made long ago.</p>` : changeList(changes, current)}`;
  const texts = mergedTexts(typed, current, changes);
  return { product: current, texts, message, showsCurrent: true, status: 409 };
}

/** The form's label for a field of a product. */
function labelOf(name: string): string {
  const labels: Record<string, string> = {
    ...productFields,
    priceInCents: productFields.price,
    group: productFields.groupName,
    "group.name": productFields.groupName,
    "group.slug": "Group slug",
    images: "Images",
    isActive: "For sale",
  };
  return labels[name] ?? name;
}

/** Formats a value as the form shows it; "empty" if there is none. */
function valueText(name: string, value: unknown, currency: string): string {
  if (value === null || value === undefined) return "empty";
  if (name === "priceInCents") return formatAmount(Number(value), currency);
  return typeof value === "string" ? value : JSON.stringify(value);
}

function changeList(changes: NonNullable<ProductChanged["changes"]>, { currency }: ManagedProduct): Html {
  const text = (name: string, value: unknown) => valueText(name, value, currency);
  return html`<ul>${Object.entries(changes).map(
    ([name, { from, to }]) =>
      html`<li class="change"><b>${labelOf(name)}</b>: <del>${text(name, from)}</del> → <ins>${text(name, to)}</ins></li>`,
  )}</ul>`;
}

async function setActive(request: StoreRequest, services: DashboardServices): Promise<Reply> {
  const { store, path, form, by, link } = request;
  const product = path.productId ?? "";
  const isActive = textOf(form, "active") === "yes";
  const version = textOf(form, "version") || "none";
  const wanted = { version, change: { isActive }, by };
  try {
    const saved = await editProduct(services.database, { storeId: store.id, product }, wanted);
    if (!saved) throw noSuchProduct;
    const done = isActive ? "The product is now for sale." : "The product is no longer for sale.";
    const notice = withPayablePages(done, await services.closePages.ofStore(store.id));
    return { redirect: link(`/products/${saved._id}`), notice };
  } catch (error) {
    if (error instanceof InvalidProduct) {
      const current = await findProduct(request, services);
      return pageOf(request, services, faulty(current, textsOfProduct(current), faultsOf(error.mismatches)));
    }
    if (!(error instanceof ProductChanged)) throw error;
    const { current } = error;
    return pageOf(request, services, {
      product: current,
      texts: textsOfProduct(current),
      message: html`<p>The product changed after you opened it. This page shows its current state.</p>`,
      status: 409,
    });
  }
}
