import { html } from "hono/html";
import { isWebAddress } from "../../../catalog-import/web-address.ts";
import { isLostDispute } from "../../../domain/dispute.ts";
import type { Order } from "../../../domain/order.ts";
import { type FulfilmentChange, fulfilmentVersion, type Tracking } from "../../../domain/order-state.ts";
import { contentText, type Parcel, type ParcelLine, unsentLines } from "../../../domain/parcels.ts";
import { nameWithOptions } from "../../../domain/product.ts";
import { includesRole } from "../../../domain/role.ts";
import { textOf } from "../../frame/forms.ts";
import type { Html, Reply, Services, StoreRequest } from "../../route.ts";
import { postForm, textField } from "../../view/forms.ts";
import { instant } from "../../view/texts.ts";
import { findOrder, noSuchOrder, orderAddress } from "./find-order.ts";
import { RefusedField, type RefusedForm, type Typed, typedIn } from "./refused-field.ts";
import { quantityCell } from "./returns.ts";

/** What was shipped and how, what is left to send, and the form to record it. */
export function fulfilmentSection(
  order: Order,
  request: StoreRequest,
  refused: RefusedForm | undefined,
): Html | "" {
  const typed = typedIn(refused, request.link(`/orders/${order.id}/fulfilment`));
  const isOpen = typed.isRefused && html` open`;
  const mayChange = includesRole(request.role, "staff");
  const { fulfilledAt, status, parcels } = order;
  if (fulfilledAt !== null) {
    return html`<section class="card">
<h2>Fulfilled</h2>
<p class="hint">${instant(fulfilledAt, request.store.timeZone)}</p>
${parcels.length > 1 ? parcelList(order, request) : trackingText(order.tracking)}
${mayChange && html`<details${isOpen}><summary class="button secondary small">Change tracking</summary>${form(order, request, "Save tracking", typed)}${undo(order, request)}</details>`}
</section>`;
  }
  if (!mayChange || (status !== "paid" && status !== "partially_refunded"))
    return sentSection(order, request);
  const whyNot = whyNotSent(order);
  if (whyNot) {
    return html`${sentSection(order, request)}<section class="card">
<h2>Fulfil</h2>
<p class="hint">${whyNot}</p>
<details${isOpen}><summary class="button secondary small">Fulfil anyway</summary>${form(order, request, "Mark as fulfilled", typed)}</details>
</section>`;
  }
  return html`${sentSection(order, request)}<section class="card" id="fulfil">
<h2>Send items</h2>
<p class="hint">Record what you have sent. To send the order in several parcels, change the quantities. Tracking is optional.</p>
${form(order, request, "Mark as sent", typed)}
</section>`;
}

/** The parcels of an order that isn't fulfilled yet. */
function sentSection(order: Order, request: StoreRequest): Html | "" {
  if (order.parcels.length === 0) return "";
  return html`<section class="card"><h2>Sent</h2>${parcelList(order, request)}</section>`;
}

function parcelList({ id, parcels, lines }: Order, { link, store }: StoreRequest): Html {
  return html`<ol class="plain-list">${parcels.map(
    (parcel: Parcel) => html`<li>${contentText(parcel.lines, lines)}
<p class="hint">${instant(parcel.sentAt, store.timeZone)} · <a href="${link(`/orders/${id}/slip?parcel=${parcel.id}`)}">Packing slip</a></p>${trackingText(parcel.tracking)}</li>`,
  )}</ol>`;
}

/** Why a paid order shouldn't be shipped; undefined if it should. */
function whyNotSent({ shippingAddress, disputes }: Order): string | undefined {
  if (shippingAddress === null) return "This order has no shipping address.";
  if (disputes.some(isLostDispute)) {
    return "The customer won a dispute and got the money back, so don’t ship this order.";
  }
  return undefined;
}

function trackingText(tracking: Tracking | null): Html | "" {
  if (tracking === null) return "";
  const { carrier, number, url } = tracking;
  const isLink = url !== null && isWebAddress(url);
  return html`<p>${carrier} ${isLink ? html`<a href="${url}" rel="noreferrer">${number}</a>` : number}</p>`;
}

function form(order: Order, request: StoreRequest, button: string, typed: Typed): Html {
  const { id, tracking: parcel } = order;
  const field = (label: string, name: keyof Tracking) =>
    ({
      ...{ label, name, value: typed.value(name, parcel?.[name]), fault: typed.fault(name) },
      autocomplete: "off",
    }) as const;
  const fields = html`${versionField(order)}${quantityFields(order, typed)}<div class="row-form">
${textField({ ...field("Carrier", "carrier"), maxLength: 100 })}
${textField({ ...field("Tracking number", "number"), maxLength: 100 })}
${textField({ ...field("Tracking URL", "url"), type: "url", maxLength: 2000, placeholder: "https://" })}
</div>
<p class="actions"><button class="button">${button}</button></p>`;
  return postForm(request, request.link(`/orders/${id}/fulfilment`), fields);
}

/** How many of each line that is left to send; nothing for an order without such lines. */
function quantityFields(order: Order, typed: Typed): Html | "" {
  const left = unsentLines(order);
  if (left.length === 0) return "";
  return html`<table class="list quantities">
<caption class="hidden-text">Items to send</caption>
<thead><tr><th scope="col">Item</th><th scope="col" class="number">Left</th><th scope="col" class="number">Send</th></tr></thead>
<tbody>
${left.map((line) => {
  const { productId, sku, quantity } = line;
  return html`<tr><th scope="row"><label for="${quantityName(productId)}">${nameWithOptions(line)}</label>${sku && html` <span class="hint">${sku}</span>`}</th>
<td class="number">${quantity}</td>
${quantityCell({ name: quantityName(productId), most: quantity, value: quantity }, typed)}</tr>
`;
})}
</tbody>
</table>`;
}

function quantityName(productId: string): string {
  return `quantity-${productId}`;
}

function undo(order: Order, request: StoreRequest): Html {
  const fields = html`${versionField(order)}<input type="hidden" name="undo" value="yes">
<p class="actions"><button class="link danger">Mark as unfulfilled</button></p>`;
  return postForm(request, request.link(`/orders/${order.id}/fulfilment`), fields);
}

function versionField(order: Order): Html {
  return html`<input type="hidden" name="version" value="${fulfilmentVersion(order)}">`;
}

export async function changeFulfilment(request: StoreRequest, services: Services): Promise<Reply> {
  const { form: fields, by, link } = request;
  const { orders } = services.database;
  const address = orderAddress(request);
  const change = changeIn(fields);
  // A form without a version isn't ours. "none" matches no version, so it changes nothing.
  const version = textOf(fields, "version") || "none";
  const before = await findOrder(request, services);
  const lines = change.fulfilled ? linesIn(fields, before) : undefined;
  const order = lines
    ? await orders.ship(address, { lines, tracking: change.tracking ?? null }, by, { version })
    : await orders.fulfil(address, change, by, version);
  if (!order) throw noSuchOrder;
  return { redirect: link(`/orders/${order.id}`), notice: noticeOf(order) };
}

function noticeOf(order: Order): string {
  if (order.fulfilledAt !== null) return "Order fulfilled.";
  const left = unsentLines(order).reduce((sum, { quantity }) => sum + quantity, 0);
  if (order.parcels.length === 0) return "Order marked as unfulfilled.";
  return left === 1 ? "1 item is left to send." : `${left} items are left to send.`;
}

/**
 * The chosen lines of a part of the order; undefined for all that is left, which makes it fulfilled. Throws RefusedField.
 */
function linesIn(fields: FormData, order: Order): ParcelLine[] | undefined {
  const left = unsentLines(order).filter(({ productId }) => fields.has(quantityName(productId)));
  const chosen = left.map((line) => {
    const { productId, quantity: most } = line;
    const text = textOf(fields, quantityName(productId));
    const quantity = Number(text);
    if (!/^\d{1,3}$/.test(text) || quantity > most) {
      throw new RefusedField(quantityName(productId), `Send from 0 to ${most}.`);
    }
    return { productId, quantity, isAll: quantity === most };
  });
  if (chosen.every(({ isAll }) => isAll)) return undefined;
  const lines = chosen.flatMap(({ productId, quantity }) => (quantity > 0 ? [{ productId, quantity }] : []));
  const [first] = left;
  if (first && lines.length === 0) {
    throw new RefusedField(quantityName(first.productId), "Choose at least one item.");
  }
  return lines;
}

/** Throws RefusedField for invalid tracking. */
function changeIn(fields: FormData): FulfilmentChange {
  if (textOf(fields, "undo") !== "") return { fulfilled: false };
  const [carrier, number, url] = ["carrier", "number", "url"].map((name) => textOf(fields, name));
  if (!carrier && !number && !url) return { fulfilled: true, tracking: null };
  if (!number) throw new RefusedField("number", "Tracking needs a tracking number.");
  if (url && !isWebAddress(url)) throw new RefusedField("url", "It must begin with https://.");
  return { fulfilled: true, tracking: { carrier: carrier || null, number, url: url || null } };
}
