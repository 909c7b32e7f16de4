import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import type { ManagedProduct } from "../../../database/queries/products/managed-products.ts";
import type { ProductFile } from "../../../domain/product-file.ts";
import { includesRole } from "../../../domain/role.ts";
import { get, post } from "../../get-and-post.ts";
import type { Html, Reply, Services, StoreRequest } from "../../route.ts";
import { labelled, postForm } from "../../view/forms.ts";
import { findProduct } from "./find-product.ts";

const maxMb = 100;

export const productFileRoutes = [
  get("/products/{productId}/file", "staff", async (request, services) => {
    return pageOf(request, services, await findProduct(request, services));
  }),
  post("/products/{productId}/file", "staff", replaceFile, { streamedBytes: maxMb * 1024 * 1024 }),
  post("/products/{productId}/file/remove", "staff", async (request, services) => {
    const { _id: productId, storeId } = await findProduct(request, services);
    await services.database.productFiles.use({ storeId, productId }, undefined, request.by);
    return { redirect: request.link(`/products/${productId}`), notice: "The file was removed." };
  }),
];

/** What buyers of a digital product download. Empty for other products without a file. */
export function fileCard(
  { role, link }: StoreRequest,
  { _id, type }: ManagedProduct,
  file: ProductFile | undefined,
): Html | "" {
  if (type !== "digital" && !file) return "";
  return html`<section class="card"><h2>File</h2>
${file ? fileFacts(file) : html`<p class="hint">Buyers have nothing to download.</p>`}
${includesRole(role, "staff") && html`<p class="actions"><a href="${link(`/products/${_id}/file`)}">${file ? "Replace or remove" : "Add a file"}</a></p>`}</section>`;
}

function fileFacts({ name, bytes }: ProductFile): Html {
  return html`<dl class="facts"><dt>Name</dt><dd>${name}</dd><dt>Size</dt><dd>${sizeText(bytes)}</dd></dl>`;
}

/** `1.4 MB` */
function sizeText(bytes: number): string {
  const mb = bytes / 1024 ** 2;
  return mb >= 0.1 ? `${mb.toFixed(1)} MB` : `${Math.ceil(bytes / 1024)} KB`;
}

async function pageOf(
  request: StoreRequest,
  { database, files }: Services,
  product: ManagedProduct,
  fault?: string,
): Promise<Reply> {
  const { link } = request;
  const { _id: productId, storeId, name } = product;
  const file = await database.productFiles.find({ storeId, productId });
  const action = link(`/products/${productId}/file`);
  const title = `File of ${name}`;
  const hint = `Up to ${maxMb} MB. The operator can add larger ones with the command “products file set”.`;
  const chosen = { label: "File", name: "file", hint, fault };
  const fields = html`${labelled(chosen, (attributes) => html`<input id="file" name="file" type="file" required${attributes}>`)}
<p class="actions"><button class="button">${file ? "Replace" : "Add file"}</button></p>`;
  const remove = html`<p>Buyers won’t be able to download it.</p><p class="actions"><button class="button danger">Remove</button></p>`;
  const takesFile = files !== undefined && product.type === "digital";
  const content = html`<p class="crumb"><a href="${link(`/products/${productId}`)}">← ${name}</a></p>
<div class="head"><h1>${title}</h1><p class="lead">Buyers download it after they have paid.</p></div>
${
  file &&
  html`<section class="card"><h2>Current file</h2>${fileFacts(file)}
<p class="hint">If you replace it, everyone who bought the product gets the newest one.</p></section>`
}
<section class="card"><h2>${file ? "Replace it" : "Add a file"}</h2>
${takesFile ? postForm(request, action, fields, { hasFiles: true }) : html`<p>${files ? "Only digital products have a file." : "This server stores no files. Ask its operator for IMAGES_FOLDER or IMAGES_BUCKET_URL."}</p>`}</section>
${file && html`<section class="card"><h2>Remove it</h2>${postForm(request, `${action}/remove`, remove)}</section>`}`;
  return { page: { title, content, status: fault === undefined ? 200 : 400 } };
}

async function replaceFile(request: StoreRequest, services: Services): Promise<Reply> {
  const product = await findProduct(request, services);
  const { file, by } = request;
  if (!services.files) throw new ApiError("CONFLICT", "This server stores no files.");
  if (!file) return pageOf(request, services, product, "Choose a file.");
  const { name, bytes: atMost, content } = file;
  try {
    await services.files.replace({ product, name, bytes: { atMost }, content, by });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "VALIDATION_ERROR") throw error;
    return pageOf(request, services, product, error.message);
  }
  return { redirect: request.link(`/products/${product._id}`), notice: "Buyers now get this file." };
}
