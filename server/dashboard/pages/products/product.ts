import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import type { ManagedProduct } from "../../../database/queries/products/managed-products.ts";
import { formatAmount } from "../../../domain/money.ts";
import { productPageUrl } from "../../../domain/product-page-url.ts";
import { includesRole } from "../../../domain/role.ts";
import { withPayablePages } from "../../../merchants/payments/payable-pages.ts";
import { editProduct, InvalidProduct, ProductChanged } from "../../../merchants/products/edit-product.ts";
import { textOf } from "../../frame/forms.ts";
import { get, post } from "../../get-and-post.ts";
import type { Html, Reply, Services, StoreRequest } from "../../route.ts";
import { copyButton } from "../../view/copyable.ts";
import { checkField, postForm } from "../../view/forms.ts";
import { findProduct, noSuchProduct } from "./find-product.ts";
import {
  type FieldFaults,
  faultsOf,
  kindText,
  labelOf,
  mergedTexts,
  type ProductField,
  type ProductTexts,
  productFields,
  productIn,
  textsInForm,
  textsOfProduct,
} from "./product-fields.ts";
import { fileCard } from "./product-file.ts";
import { productFormFields } from "./product-form.ts";
import { picture, priceText, stateTag } from "./product-texts.ts";
import { noVariantsCard, type Variants, variantsCard, variantsOf } from "./product-variants.ts";

export const productRoutes = [
  get("/products/{productId}", "read_only", async (request, services) => {
    const product = await findProduct(request, services);
    return pageOf(request, services, { product });
  }),
  post("/products/{productId}", "staff", saveProduct),
  post("/products/{productId}/active", "staff", setActive),
];

interface Shown {
  product: ManagedProduct;
  /** As typed; by default those of the product. */
  texts?: ProductTexts;
  faults?: FieldFaults;
  /** Above the form. */
  message?: Html;
  /** Whether edited fields also show their current value. */
  showsCurrent?: boolean;
  /** Whether a change of shared fields is made to the other variants too. */
  withVariants?: boolean;
  status?: number;
}

async function pageOf(
  request: StoreRequest,
  { database, publicUrl }: Services,
  shown: Shown,
): Promise<Reply> {
  const { product, message, status = 200 } = shown;
  const { link, role } = request;
  const mayChange = includesRole(role, "staff");
  const categories = mayChange ? await database.managedProducts.categories(product.storeId) : [];
  const variants = await variantsOf(database, product);
  const file = await database.productFiles.find({ storeId: product.storeId, productId: product._id });
  const content = html`<p class="crumb"><a href="${link("/products")}">← Products</a></p>
<div class="head"><h1>${product.name}</h1><span class="tags">${stateTag(product)}</span></div>
${message !== undefined && html`<div class="fault-list" role="alert">${message}</div>`}
${variantsCard(request, product, variants)}
<div class="columns main-aside">
<section class="card"><h2>${mayChange ? "Edit" : "Product details"}</h2>
${mayChange ? editForm(request, shown, { categories, variants }) : facts(product)}
</section>
<div>
${imageCard(request, product)}
${aboutCard(request, product)}
${linkCard(request, product, publicUrl)}
${fileCard(request, product, file)}
${mayChange && activeForm(request, product)}
${noVariantsCard(request, product)}
</div>
</div>`;
  return { page: { title: product.name, content, status } };
}

function imageCard({ link, role }: StoreRequest, product: ManagedProduct): Html {
  const { _id, images } = product;
  const edit = html`<p class="actions"><a href="${link(`/products/${_id}/images`)}">${images.length > 0 ? "Edit images" : "Add images"}</a></p>`;
  return html`<section class="card product-aside"><h2>Image</h2>${picture(product)}
${images.length > 1 && html`<p class="hint">${images.length - 1} more</p>`}
${includesRole(role, "staff") && edit}</section>`;
}

/** The product's own page, if the store has such pages. */
function linkCard({ store }: StoreRequest, { slug, isActive }: ManagedProduct, publicUrl: string): Html | "" {
  if (!store.hasProductPages || slug === null || !isActive) return "";
  const url = productPageUrl(slug, store, publicUrl);
  return html`<section class="card"><h2>Payment link</h2>
<p class="hint">${store.isPublished ? "Buyers see the product here, and pay." : "It works once the store is published."}</p>
<p class="change"><a id="payment-link" href="${url}">${url}</a></p>
${copyButton("payment-link")}</section>`;
}

function aboutCard({ link, role }: StoreRequest, product: ManagedProduct): Html {
  const { _id, reference } = product;
  const changes = html`<a href="${link(`/products/new?copy=${_id}`)}">Duplicate</a>
<a href="${link(`/products/${_id}/delete`)}">Delete</a>`;
  return html`<section class="card"><h2>About</h2>
<dl class="facts"><dt>Reference</dt><dd>${reference}</dd><dt>Id</dt><dd><code>${_id}</code></dd>
<dt>Kind</dt><dd>${kindText(product)}</dd><dt>Price</dt><dd>${priceText(product)}</dd>
<dt>In stock</dt><dd>${product.quantity ?? "not counted"}</dd>
${product.reserved ? html`<dt>In open checkouts</dt><dd>${product.reserved}</dd>` : ""}</dl>
<p class="actions"><a href="${link(`/audit?about=${_id}`)}">History</a>
${includesRole(role, "staff") && changes}
${includesRole(role, "owner") && product.type === "subscription" && html`<a href="${link(`/products/${_id}/reprice`)}">Price of existing subscribers</a>`}</p></section>`;
}

function editForm(
  request: StoreRequest,
  { product, texts, faults = {}, showsCurrent = false, withVariants = true }: Shown,
  { categories, variants }: { categories: string[]; variants: Variants },
): Html {
  const { _id, version, currency } = product;
  const now = textsOfProduct(product, currency);
  const form = {
    ...{ faults, currency, categories },
    texts: texts ?? now,
    now: showsCurrent ? now : undefined,
    stockNow: { text: now.stock, reserved: product.reserved },
  };
  const fields = html`<input type="hidden" name="version" value="${version}">
${productFormFields(form)}
${sharedField(variants, withVariants)}
<p class="actions"><button class="button">Save</button></p>`;
  return postForm(request, request.link(`/products/${_id}`), fields);
}

/** Offered if there are other variants, and few enough to be changed together. */
function sharedField({ products, hasMore }: Variants, isChecked: boolean): Html | "" {
  const others = products.length - 1;
  if (hasMore || others < 1) return "";
  return checkField({
    label: `Change the kind, description, category, details and group of the other ${others === 1 ? "variant" : `${others} variants`} too`,
    name: "with-variants",
    isChecked,
  });
}

function facts(product: ManagedProduct): Html {
  const texts = {
    ...textsOfProduct(product, product.currency),
    kind: kindText(product),
    stock: "",
    isActive: "",
  };
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

async function saveProduct(request: StoreRequest, services: Services): Promise<Reply> {
  const { store, form, by, link } = request;
  const product = await findProduct(request, services);
  const now = textsOfProduct(product, product.currency);
  // A stock that wasn't edited isn't set, since sales may have changed it.
  const setsStock = form.has("stock") && textOf(form, "stock") !== textOf(form, "shownStock");
  const texts = { ...textsInForm(form, now), ...(!setsStock && { stock: now.stock }) };
  const withVariants = form.has("with-variants");
  const again = (shown: Omit<Shown, "withVariants">) => pageOf(request, services, { ...shown, withVariants });
  const read = productIn(texts, product.currency);
  if (read.faults) return again(faulty(product, texts, read.faults));
  // The others are changed by a button and on their own page.
  const { stock = null, isActive: _, imageUrl: __, ...fields } = read.product;
  const change = { ...fields, ...(setsStock && { quantity: stock }) };
  const address = { storeId: store.id, product: product._id };
  // A form without a version isn't ours. "none" matches no version, so it changes nothing.
  const version = textOf(form, "version") || "none";
  try {
    const saved = await editProduct(services.database, address, { version, change, by, withVariants });
    if (!saved) throw noSuchProduct;
    return { redirect: link(`/products/${saved._id}`), notice: "Product saved." };
  } catch (error) {
    if (error instanceof InvalidProduct) return again(faulty(product, texts, faultsOf(error.mismatches)));
    if (error instanceof ProductChanged) return again(await conflicting(error, texts, services));
    if (!(error instanceof ApiError) || error.code !== "CONFLICT") throw error;
    return again({ product, texts, message: html`<p>${error.message}</p>`, status: 409 });
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
  { database }: Services,
): Promise<Shown> {
  const who = by?.kind === "person" ? (await database.people.find(by.id))?.email : undefined;
  const message = html`<p><strong>${who ?? "Someone else"} changed this product after you opened it</strong>, so
nothing was saved. Your edits are kept below, and the other fields show the current values. Check them and save again.</p>
${changes === undefined ? html`<p>The change came from an import or was made long ago.</p>` : changeList(changes, current)}`;
  const texts = mergedTexts(typed, current, changes);
  return { product: current, texts, message, showsCurrent: true, status: 409 };
}

/** Formats a value as the form shows it; "empty" if there is none. */
function valueText(name: string, value: unknown, currency: string): string {
  if (value === null || value === undefined) return "empty";
  if (name.endsWith("InCents")) return formatAmount(Number(value), currency);
  return typeof value === "string" ? value : JSON.stringify(value);
}

function changeList(changes: NonNullable<ProductChanged["changes"]>, { currency }: ManagedProduct): Html {
  const text = (name: string, value: unknown) => valueText(name, value, currency);
  return html`<ul>${Object.entries(changes).map(
    ([name, { from, to }]) =>
      html`<li class="change"><b>${labelOf(name)}</b>: <del>${text(name, from)}</del> → <ins>${text(name, to)}</ins></li>`,
  )}</ul>`;
}

async function setActive(request: StoreRequest, services: Services): Promise<Reply> {
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
      const texts = textsOfProduct(current, current.currency);
      return pageOf(request, services, faulty(current, texts, faultsOf(error.mismatches)));
    }
    if (!(error instanceof ProductChanged)) throw error;
    return pageOf(request, services, changedMeanwhile(error));
  }
}

function changedMeanwhile({ current: product }: ProductChanged): Shown {
  const message = html`<p>The product changed after you opened it. This page shows its current state.</p>`;
  return { product, message, status: 409 };
}
