import { html } from "hono/html";
import type { ManagedProduct } from "../../../database/queries/products/managed-products.ts";
import type { StockLevel } from "../../../database/queries/stock/stock.ts";
import { includesRole } from "../../../domain/role.ts";
import { stockQuantity } from "../../../domain/stock.ts";
import type { Html, StoreRequest } from "../../route.ts";
import { postForm, textField } from "../../view/forms.ts";

/** A quantity that was typed and refused. */
export interface RefusedStock {
  text: string;
  fault: string;
}

/** How many of a product there are, and the form that changes it. */
export function stockCard(
  request: StoreRequest,
  { _id }: ManagedProduct,
  level: StockLevel | undefined,
  refused: RefusedStock | undefined,
): Html {
  const { role, link } = request;
  const numbers = level
    ? html`<dl class="facts"><dt>In stock</dt><dd>${level.quantity}</dd>
${level.reserved > 0 && html`<dt>In open checkouts</dt><dd>${level.reserved}</dd>`}</dl>`
    : html`<p class="hint">Not counted: buyers can order any quantity.</p>`;
  const fields = html`${textField({
    label: "New quantity",
    name: "quantity",
    value: refused?.text ?? (level ? String(level.quantity) : ""),
    fault: refused?.fault,
    inputmode: "numeric",
    autocomplete: "off",
    hint: "Including those in open checkouts. Empty: buyers can order any quantity.",
  })}
<p class="actions"><button class="button secondary">Set stock</button></p>`;
  return html`<section class="card"><h2>Stock</h2>${numbers}
${includesRole(role, "staff") && postForm(request, link(`/products/${_id}/stock`), fields)}</section>`;
}

/** The quantity that a text sets, null for any quantity, or why it was refused. */
export function stockIn(text: string): { to: number } | null | RefusedStock {
  if (text === "") return null;
  const quantity = stockQuantity(text);
  return quantity === undefined ? { text, fault: "Enter a whole number, such as 12." } : { to: quantity };
}
