import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import type { ManagedProduct } from "../../../database/queries/products/managed-products.ts";
import { editProduct, InvalidProduct, ProductChanged } from "../../../merchants/products/edit-product.ts";
import {
  type ProductImages,
  withAlt,
  withFirst,
  withImage,
  withoutImage,
} from "../../../merchants/products/product-images.ts";
import { choiceOf, textOf } from "../../frame/forms.ts";
import { get, post } from "../../get-and-post.ts";
import type { Html, Reply, Services, StoreRequest } from "../../route.ts";
import { postForm, textField } from "../../view/forms.ts";
import { findProduct, noSuchProduct } from "./find-product.ts";
import { imageField, imageFormBytes, takeImage } from "./image-upload.ts";

export const productImageRoutes = [
  get("/products/{productId}/images", "staff", async (request, services) => {
    return pageOf(request, services, { product: await findProduct(request, services) });
  }),
  post("/products/{productId}/images", "staff", addImage, { maxBytes: imageFormBytes }),
  post("/products/{productId}/images/change", "staff", async (request, services) => {
    const { form } = request;
    const product = await findProduct(request, services);
    const action = choiceOf(form, "action", actions);
    if (!action) throw new ApiError("INVALID_REQUEST", "Choose what to do with the image.");
    const change = { url: textOf(form, "url"), alt: textOf(form, "alt") || null };
    return save(request, services, product, {
      images: action.apply(product.images, change),
      notice: action.notice,
      refused: (message) => pageOf(request, services, { product, message, status: 400 }),
    });
  }),
];

interface Shown {
  product: ManagedProduct;
  /** What was typed to add an image, and why it wasn't. */
  typed?: { alt: string; url: string; fault?: string | undefined; urlFault?: string | undefined };
  /** Above the images. */
  message?: string;
  status?: number;
}

function pageOf(request: StoreRequest, { images }: Services, shown: Shown): Reply {
  const { product, message, status = 200 } = shown;
  const title = `Images of ${product.name}`;
  const content = html`<p class="crumb"><a href="${request.link(`/products/${product._id}`)}">← ${product.name}</a></p>
<div class="head"><h1>${title}</h1>
<p class="lead">Lists of products show the first one.</p></div>
${message !== undefined && html`<div class="fault-list" role="alert"><p>${message}</p></div>`}
${product.images.length > 0 && html`<ol class="images">${product.images.map((_, at) => imageCard(request, product, at))}</ol>`}
${addCard(request, shown, images !== undefined)}`;
  return { page: { title, content, status } };
}

function imageCard(request: StoreRequest, product: ManagedProduct, at: number): Html {
  const image = product.images[at];
  if (!image) return html``;
  const id = `alt-${at + 1}`;
  const fields = html`<input type="hidden" name="version" value="${product.version}">
<input type="hidden" name="url" value="${image.url}">
<div class="field"><label for="${id}">Alt text</label>
<input id="${id}" name="alt" value="${image.alt ?? ""}" maxlength="${maxAltLength}" autocomplete="off"></div>
<p class="actions"><button class="button secondary small" name="action" value="alt">Save alt text</button>
${at > 0 && html`<button class="button secondary small" name="action" value="first">Show first</button>`}
<button class="button danger small" name="action" value="remove">Remove</button></p>`;
  return html`<li class="card"><img class="picture" src="${image.url}" alt="${image.alt ?? `Image ${at + 1}`}" loading="lazy">
${postForm(request, request.link(`/products/${product._id}/images/change`), fields)}</li>`;
}

function addCard(request: StoreRequest, { product, typed }: Shown, takesImages: boolean): Html {
  const url = {
    ...{ label: "Image URL", name: "url", value: typed?.url, fault: typed?.urlFault },
    ...{ placeholder: "https://", autocomplete: "off" },
  };
  const hint = `A full URL that begins with https://${takesImages ? ", instead of a file" : ""}`;
  const fields = html`<input type="hidden" name="version" value="${product.version}">
${takesImages && imageField(typed?.fault)}
${textField({ ...url, hint })}
${textField({ label: "Alt text", name: "alt", value: typed?.alt, hint: altHint, maxLength: maxAltLength, autocomplete: "off" })}
<p class="actions"><button class="button">Add image</button></p>`;
  return html`<section class="card"><h2>Add an image</h2>
${postForm(request, request.link(`/products/${product._id}/images`), fields, { hasFiles: true })}</section>`;
}

/** As in the contract. */
const maxAltLength = 2048;
const altHint = "What the image shows, for people who can’t see it";

async function addImage(request: StoreRequest, services: Services): Promise<Reply> {
  const { form } = request;
  const product = await findProduct(request, services);
  const typed = { alt: textOf(form, "alt"), url: textOf(form, "url") };
  const image = await takeImage(request, services);
  const url = image.url ?? typed.url;
  const again = (faults: { fault?: string; urlFault?: string }) =>
    pageOf(request, services, { product, typed: { ...typed, url, ...faults }, status: 400 });
  if (image.fault !== undefined) return again({ fault: image.fault });
  if (url === "") return again(services.images ? { fault: noFile } : { urlFault: "Enter a URL." });
  const added = { url, alt: typed.alt || null };
  return save(request, services, product, {
    images: withImage(product.images, added, { isMain: false }),
    notice: "The image was added.",
    refused: (fault) => again({ urlFault: fault }),
  });
}

const noFile = "Choose a file, or enter a URL below.";

/** What the buttons beside an image do. */
const actions = {
  alt: { notice: "The alt text was saved.", apply: withAlt },
  first: { notice: "The image is now the first one.", apply: withFirst },
  remove: { notice: "The image was removed.", apply: withoutImage },
};

interface Change {
  images: ProductImages;
  notice: string;
  refused: (fault: string) => Reply;
}

async function save(
  request: StoreRequest,
  services: Services,
  { _id: product }: ManagedProduct,
  { images, notice, refused }: Change,
): Promise<Reply> {
  const { store, form, by, link } = request;
  // A form without a version isn't ours. "none" matches no version, so it changes nothing.
  const version = textOf(form, "version") || "none";
  const address = { storeId: store.id, product };
  try {
    const saved = await editProduct(services.database, address, { version, change: { images }, by });
    if (!saved) throw noSuchProduct;
    return { redirect: link(`/products/${product}/images`), notice };
  } catch (error) {
    if (error instanceof InvalidProduct) return refused(`It ${error.mismatches[0]?.what}.`);
    if (!(error instanceof ProductChanged)) throw error;
    const message =
      "The product changed after you opened this page, so nothing was saved. This is its current state.";
    return pageOf(request, services, { product: error.current, message, status: 409 });
  }
}
