import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import type { ManagedProduct } from "../../../database/queries/products/managed-products.ts";
import type { StockLevel } from "../../../database/queries/stock/stock.ts";
import { includesRole } from "../../../domain/role.ts";
import { stockQuantity } from "../../../domain/stock.ts";
import { textOf } from "../../frame/forms.ts";
import type { DashboardServices, Html, Reply, StoreRequest } from "../../route.ts";
import { postForm, textField } from "../../view/forms.ts";

/** How many of a product there are, and the form that changes it. */
export function stockCard(
  request: StoreRequest,
  { _id }: ManagedProduct,
  level: StockLevel | undefined,
): Html {
  const { role, link } = request;
  const numbers = level
    ? html`<dl class="facts"><dt>In stock</dt><dd>${level.quantity}</dd>
${level.reserved > 0 && html`<dt>In open checkouts</dt><dd>${level.reserved}</dd>`}</dl>`
    : html`<p class="hint">Not counted: buyers can order any quantity.</p>`;
  const fields = html`${textField({
    label: "New quantity",
    name: "quantity",
    value: level ? String(level.quantity) : "",
    inputmode: "numeric",
    autocomplete: "off",
    hint: "Including those in open checkouts. Empty: buyers can order any quantity.",
  })}
<p class="actions"><button class="button secondary">Set stock</button></p>`;
  return html`<section class="card"><h2>Stock</h2>${numbers}
${includesRole(role, "staff") && postForm(request, link(`/products/${_id}/stock`), fields)}</section>`;
}

export async function setStock(
  { store, path, form, by, link }: StoreRequest,
  { database }: DashboardServices,
): Promise<Reply> {
  const product = await database.managedProducts.find({ storeId: store.id, product: path.productId ?? "" });
  if (!product) throw new ApiError("NOT_FOUND", "This store has no such product.");
  const text = textOf(form, "quantity").trim();
  const quantity = stockQuantity(text);
  if (text !== "" && quantity === undefined) {
    throw new ApiError("VALIDATION_ERROR", "The quantity must be a whole number, such as 12.");
  }
  const change = quantity === undefined ? null : { to: quantity };
  await database.stockLevels.change({ storeId: store.id, productId: product._id }, change, by);
  const notice = change === null ? "The product is no longer counted." : `Stock set to ${change.to}.`;
  return { redirect: link(`/products/${product._id}`), notice };
}
