import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import type { ManagedProduct } from "../../../database/queries/products/managed-products.ts";
import { copyOf } from "../../../merchants/products/copy-product.ts";
import { InvalidProduct, newProduct, withMainImage } from "../../../merchants/products/edit-product.ts";
import type { DashboardServices, Html, Reply, StoreRequest, StoreRoute } from "../../route.ts";
import { postForm } from "../../view/forms.ts";
import { noSuchProduct } from "./find-product.ts";
import { imageFormBytes, takeImage } from "./image-upload.ts";
import {
  type FieldFaults,
  faultsOf,
  type ProductTexts,
  productIn,
  textsInForm,
  textsOfProduct,
} from "./product-fields.ts";
import { newProductFields, productFormFields } from "./product-form.ts";

export const newProductRoutes: StoreRoute[] = [
  { method: "GET", path: "/products/new", access: "staff", answer: showForm },
  { method: "POST", path: "/products", access: "staff", answer: addProduct, maxBytes: imageFormBytes },
];

/** Where the form's values come from: a product to copy, or one to add a variant of. */
interface Origin {
  copied?: ManagedProduct | undefined;
  variantOf?: ManagedProduct | undefined;
}

interface Shown {
  texts: ProductTexts;
  faults?: FieldFaults;
  imageFault?: string | undefined;
  /** Above the form. */
  message?: string;
  status?: number;
}

const originFields = { copied: "copy", variantOf: "variant-of" } as const;

/** Products that don't exist, or no longer, are left out. */
async function originIn(
  fields: URLSearchParams | FormData,
  { store }: StoreRequest,
  { database }: DashboardServices,
): Promise<Origin> {
  const named = (field: string) => {
    const product = String(fields.get(field) ?? "");
    return product === "" ? undefined : database.managedProducts.find({ storeId: store.id, product });
  };
  return {
    copied: await named(originFields.copied),
    variantOf: await named(originFields.variantOf),
  };
}

async function showForm(request: StoreRequest, services: DashboardServices): Promise<Reply> {
  const origin = await originIn(request.query, request, services);
  const isNamed = Object.values(originFields).some((field) => request.query.has(field));
  if (isNamed && !origin.copied && !origin.variantOf) throw noSuchProduct;
  return pageOf(request, services, origin, { texts: firstTexts(origin) });
}

/** The form's content before anything is typed. */
function firstTexts({ copied, variantOf }: Origin): ProductTexts {
  if (copied) return textsOfProduct(copyOf(copied), copied.currency);
  if (!variantOf) return { ...emptyTexts, kind: "physical", isActive: "yes" };
  const options = variantOf.options.map(({ name }) => ({ name, value: "" }));
  const variant = { ...copyOf(variantOf), name: "", options, isActive: variantOf.isActive };
  return textsOfProduct(variant, variantOf.currency);
}

const emptyTexts: ProductTexts = {
  ...{ name: "", kind: "", description: "", category: "", price: "", compareAtPrice: "", imageUrl: "" },
  ...{ sku: "", weight: "", groupName: "", groupSlug: "", options: "", slug: "", details: "" },
  ...{ stock: "", isActive: "", trialDays: "", taxCode: "" },
};

function currencyOf({ copied, variantOf }: Origin, { store }: StoreRequest): string {
  return (copied ?? variantOf)?.currency ?? store.currency;
}

async function pageOf(
  request: StoreRequest,
  { database, images }: DashboardServices,
  origin: Origin,
  { texts, faults = {}, imageFault, message, status = 200 }: Shown,
): Promise<Reply> {
  const { link, store } = request;
  const { copied, variantOf } = origin;
  const categories = await database.managedProducts.categories(store.id);
  const form = {
    ...{ texts, faults, imageFault, categories },
    currency: currencyOf(origin, request),
    takesImages: images !== undefined,
  };
  const title = titleOf(origin);
  const fields = html`${hidden(originFields.copied, copied)}${hidden(originFields.variantOf, variantOf)}
${productFormFields(form)}
${newProductFields(form)}
<p class="actions"><button class="button">Add product</button>
<a class="button secondary" href="${link(backPath(origin))}">Cancel</a></p>`;
  const content = html`<p class="crumb"><a href="${link(backPath(origin))}">← ${(copied ?? variantOf)?.name ?? "Products"}</a></p>
<div class="head"><h1>${title}</h1>${copied && html`<p class="lead">The slug and the SKU aren’t copied, and the copy isn’t for sale until you say so.</p>`}</div>
${message !== undefined && html`<div class="fault-list" role="alert"><p>${message}</p></div>`}
<section class="card">${postForm(request, link("/products"), fields, { hasFiles: true })}</section>`;
  return { page: { title, content, status } };
}

function titleOf({ copied, variantOf }: Origin): string {
  if (copied) return `Duplicate ${copied.name}`;
  return variantOf ? `Add a variant of ${variantOf.group?.name ?? variantOf.name}` : "Add a product";
}

function backPath({ copied, variantOf }: Origin): string {
  const origin = copied ?? variantOf;
  return origin ? `/products/${origin._id}` : "/products";
}

function hidden(name: string, product: ManagedProduct | undefined): Html | "" {
  return product ? html`<input type="hidden" name="${name}" value="${product._id}">` : "";
}

async function addProduct(request: StoreRequest, services: DashboardServices): Promise<Reply> {
  const { store, form, by, link } = request;
  const origin = await originIn(form, request, services);
  const typed = textsInForm(form, emptyTexts);
  const image = await takeImage(request, services);
  const texts = { ...typed, imageUrl: image.url ?? typed.imageUrl };
  const again = (shown: Omit<Shown, "texts">) => pageOf(request, services, origin, { texts, ...shown });
  const currency = currencyOf(origin, request);
  const read = productIn(texts, currency);
  if (read.faults || image.fault !== undefined) {
    return again({ ...faulty(read.faults ?? {}), imageFault: image.fault });
  }
  const { imageUrl, ...product } = read.product;
  const images = withMainImage((origin.copied ?? origin.variantOf)?.images ?? [], imageUrl);
  try {
    const input = newProduct({ ...product, images }, currency);
    const created = await services.database.managedProducts.create(store.id, input, by);
    return { redirect: link(`/products/${created._id}`), notice: `${created.name} was added.` };
  } catch (error) {
    if (error instanceof InvalidProduct) return again(faulty(faultsOf(error.mismatches)));
    if (!(error instanceof ApiError) || error.code !== "CONFLICT") throw error;
    return again({ faults: { slug: error.message }, message: nothingAdded, status: 409 });
  }
}

const nothingAdded = "Nothing was added. Correct the marked fields.";

function faulty(faults: FieldFaults): Omit<Shown, "texts"> {
  return { faults, message: nothingAdded, status: 400 };
}
