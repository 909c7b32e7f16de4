import { html } from "hono/html";
import type { ManagedProduct } from "../../../database/queries/products/managed-products.ts";
import { withPayablePages } from "../../../merchants/payments/payable-pages.ts";
import { ProductChanged, refuseChanged } from "../../../merchants/products/edit-product.ts";
import { textOf } from "../../frame/forms.ts";
import { get, post } from "../../get-and-post.ts";
import type { Reply, Services, StoreRequest } from "../../route.ts";
import { postForm } from "../../view/forms.ts";
import { findProduct, noSuchProduct } from "./find-product.ts";
import { priceText } from "./product-texts.ts";

export const deleteProductRoutes = [
  /** Shows the product and the consequences before anything is deleted. */
  get("/products/{productId}/delete", "staff", async (request, services) => {
    return pageOf(request, await findProduct(request, services));
  }),
  post("/products/{productId}/delete", "staff", removeProduct),
];

function pageOf(request: StoreRequest, product: ManagedProduct, message?: string): Reply {
  const { link } = request;
  const { _id, name, reference, version, group } = product;
  const title = `Delete ${name}?`;
  const back = link(`/products/${_id}`);
  const fields = html`<input type="hidden" name="version" value="${version}">
<p class="actions"><button class="button danger">Delete product</button>
<a class="button secondary" href="${back}">Cancel</a></p>`;
  const content = html`<p class="crumb"><a href="${back}">← ${name}</a></p>
<div class="head"><h1>${title}</h1>
<p class="lead">This can’t be undone. Orders keep the product’s name and price. It leaves your storefront, carts that contain it
can’t be paid, and open payment pages are closed. To be able to sell it again, take it off sale instead.</p></div>
${message !== undefined && html`<div class="fault-list" role="alert"><p>${message}</p></div>`}
<section class="card">
<dl class="facts"><dt>Product</dt><dd>${name}</dd><dt>Price</dt><dd>${priceText(product)}</dd><dt>Reference</dt><dd>${reference}</dd>
${group !== null && html`<dt>Group</dt><dd>${group.name}; its other variants stay</dd>`}</dl>
${postForm(request, link(`/products/${_id}/delete`), fields)}
</section>`;
  return { page: { title, content, status: message === undefined ? 200 : 409 } };
}

async function removeProduct(request: StoreRequest, services: Services): Promise<Reply> {
  const { store, path, form, by, link } = request;
  const address = { storeId: store.id, product: path.productId ?? "" };
  // A form without a version isn't ours. "none" matches no version, so it deletes nothing.
  const version = textOf(form, "version") || "none";
  try {
    const deleted = await services.database.managedProducts.delete(address, refuseChanged(version), by);
    if (!deleted) throw noSuchProduct;
    const payable = await services.closePages.ofStore(store.id);
    return { redirect: link("/products"), notice: withPayablePages(`${deleted.name} was deleted.`, payable) };
  } catch (error) {
    if (!(error instanceof ProductChanged)) throw error;
    return pageOf(
      request,
      error.current,
      "The product changed after you opened this page, so it wasn’t deleted. Check it and confirm again.",
    );
  }
}
