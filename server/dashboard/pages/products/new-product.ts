import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import type { ManagedProduct } from "../../../database/queries/products/managed-products.ts";
import { copyOf } from "../../../merchants/products/copy-product.ts";
import { InvalidProduct, newProduct, withMainImage } from "../../../merchants/products/edit-product.ts";
import { freeSlugs } from "../../../merchants/products/free-slug.ts";
import { get, post } from "../../get-and-post.ts";
import type { Reply, Services, StoreRequest } from "../../route.ts";
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

export const newProductRoutes = [
  get("/products/new", "staff", async (request, services) => {
    const copied = await copiedIn(request.query, request, services);
    if (request.query.has("copy") && !copied) throw noSuchProduct;
    const texts = copied
      ? textsOfProduct(copyOf(copied), copied.currency)
      : { ...emptyTexts, kind: "physical", isActive: "yes" };
    return pageOf(request, services, copied, { texts });
  }),
  post("/products", "staff", addProduct, { maxBytes: imageFormBytes }),
];

interface Shown {
  texts: ProductTexts;
  faults?: FieldFaults;
  imageFault?: string | undefined;
  /** Above the form. */
  message?: string;
  status?: number;
}

/** The product to copy. Undefined if it doesn't exist, or no longer. */
async function copiedIn(
  fields: URLSearchParams | FormData,
  { store }: StoreRequest,
  { database }: Services,
): Promise<ManagedProduct | undefined> {
  const product = String(fields.get("copy") ?? "");
  return product === "" ? undefined : database.managedProducts.find({ storeId: store.id, product });
}

const emptyTexts: ProductTexts = {
  ...{ name: "", kind: "", description: "", category: "", price: "", compareAtPrice: "", imageUrl: "" },
  ...{ sku: "", weight: "", groupName: "", groupSlug: "", options: "", slug: "", details: "" },
  ...{ stock: "", isActive: "", trialDays: "", taxCode: "" },
};

async function pageOf(
  request: StoreRequest,
  { database, images }: Services,
  copied: ManagedProduct | undefined,
  { texts, faults = {}, imageFault, message, status = 200 }: Shown,
): Promise<Reply> {
  const { link, store } = request;
  const categories = await database.managedProducts.categories(store.id);
  const form = { ...{ texts, faults, categories }, currency: copied?.currency ?? store.currency };
  const title = copied ? `Duplicate ${copied.name}` : "Add a product";
  const back = link(copied ? `/products/${copied._id}` : "/products");
  const fields = html`${copied && html`<input type="hidden" name="copy" value="${copied._id}">`}
${productFormFields(form)}
${newProductFields(form, { takesImages: images !== undefined, fault: imageFault })}
<p class="actions"><button class="button">Add product</button>
<a class="button secondary" href="${back}">Cancel</a></p>`;
  const content = html`<p class="crumb"><a href="${back}">← ${copied?.name ?? "Products"}</a></p>
<div class="head"><h1>${title}</h1>${copied && html`<p class="lead">The slug and the SKU aren’t copied, and the copy isn’t for sale until you say so.</p>`}</div>
${message !== undefined && html`<div class="fault-list" role="alert"><p>${message}</p></div>`}
<section class="card">${postForm(request, link("/products"), fields, { hasFiles: true })}</section>`;
  return { page: { title, content, status } };
}

async function addProduct(request: StoreRequest, services: Services): Promise<Reply> {
  const { store, form, by, link } = request;
  const copied = await copiedIn(form, request, services);
  const typed = textsInForm(form, emptyTexts);
  const image = await takeImage(request, services);
  const texts = { ...typed, imageUrl: image.url ?? typed.imageUrl };
  const again = (shown: Omit<Shown, "texts">) => pageOf(request, services, copied, { texts, ...shown });
  const currency = copied?.currency ?? store.currency;
  const read = productIn(texts, currency);
  if (read.faults || image.fault !== undefined) {
    return again({ ...faulty(read.faults ?? {}), imageFault: image.fault });
  }
  const { imageUrl, ...product } = read.product;
  const images = withMainImage(copied?.images ?? [], imageUrl);
  try {
    const slug = product.slug ?? (await freeSlugs(services.database, store.id, [product.name]))[0];
    const input = newProduct({ ...product, slug: slug ?? null, images }, currency);
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
