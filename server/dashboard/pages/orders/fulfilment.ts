import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import { isWebAddress } from "../../../catalog-import/web-address.ts";
import { isLostDispute } from "../../../domain/dispute.ts";
import type { Order } from "../../../domain/order.ts";
import { type FulfilmentChange, fulfilmentVersion } from "../../../domain/order-state.ts";
import { includesRole } from "../../../domain/role.ts";
import { textOf } from "../../frame/forms.ts";
import type { DashboardServices, Html, Reply, StoreRequest } from "../../route.ts";
import { postForm, textField } from "../../view/forms.ts";
import { instant } from "../../view/texts.ts";

/** Whether and how the order was shipped, and the form to record it. */
export function fulfilmentSection(order: Order, request: StoreRequest): Html | "" {
  const mayChange = includesRole(request.role, "staff");
  const { fulfilledAt, status } = order;
  if (fulfilledAt !== null) {
    return html`<section class="card">
<h2>Fulfilled</h2>
<p class="hint">${instant(fulfilledAt)}</p>
${tracking(order)}
${mayChange && html`<details><summary class="button secondary small">Change tracking</summary>${form(order, request, "Save tracking")}${undo(order, request)}</details>`}
</section>`;
  }
  if (!mayChange || (status !== "paid" && status !== "partially_refunded")) return "";
  const whyNot = whyNotSent(order);
  if (whyNot) {
    return html`<section class="card">
<h2>Fulfil</h2>
<p class="hint">${whyNot}</p>
<details><summary class="button secondary small">Fulfil anyway</summary>${form(order, request, "Mark as fulfilled")}</details>
</section>`;
  }
  return html`<section class="card" id="fulfil">
<h2>Fulfil</h2>
<p class="hint">Mark the order as fulfilled once you have shipped it. Tracking is optional.</p>
${form(order, request, "Mark as fulfilled")}
</section>`;
}

/** Why a paid order shouldn't be shipped; undefined if it should. */
function whyNotSent({ shippingAddress, disputes }: Order): string | undefined {
  if (shippingAddress === null) return "This order has no shipping address.";
  if (disputes.some(isLostDispute)) {
    return "The customer won a dispute and got the money back, so don’t ship this order.";
  }
  return undefined;
}

function tracking({ tracking: parcel }: Order): Html | "" {
  if (parcel === null) return "";
  const { carrier, number, url } = parcel;
  const isLink = url !== null && isWebAddress(url);
  return html`<p>${carrier} ${isLink ? html`<a href="${url}" rel="noreferrer">${number}</a>` : number}</p>`;
}

function form(order: Order, request: StoreRequest, button: string): Html {
  const { id, tracking: parcel } = order;
  const fields = html`${versionField(order)}<div class="row-form">
${textField({ label: "Carrier", name: "carrier", value: parcel?.carrier, maxLength: 100, autocomplete: "off" })}
${textField({ label: "Tracking number", name: "number", value: parcel?.number, maxLength: 100, autocomplete: "off" })}
${textField({ label: "Tracking URL", name: "url", type: "url", value: parcel?.url, maxLength: 2000, placeholder: "https://", autocomplete: "off" })}
</div>
<p class="actions"><button class="button">${button}</button></p>`;
  return postForm(request, request.link(`/orders/${id}/fulfilment`), fields);
}

function undo(order: Order, request: StoreRequest): Html {
  const fields = html`${versionField(order)}<input type="hidden" name="undo" value="yes">
<p class="actions"><button class="link danger">Mark as unfulfilled</button></p>`;
  return postForm(request, request.link(`/orders/${order.id}/fulfilment`), fields);
}

function versionField(order: Order): Html {
  return html`<input type="hidden" name="version" value="${fulfilmentVersion(order)}">`;
}

export async function changeFulfilment(
  { store, path, form: fields, by, link }: StoreRequest,
  { database }: DashboardServices,
): Promise<Reply> {
  const orderId = path.orderId ?? "";
  const change = changeIn(fields);
  // A form without a version isn't ours. "none" matches no version, so it changes nothing.
  const version = textOf(fields, "version") || "none";
  const order = await database.orders.fulfil({ storeId: store.id, orderId }, change, by, version);
  if (!order) throw new ApiError("NOT_FOUND", "This store has no such order.");
  const notice = change.fulfilled ? "Order fulfilled." : "Order marked as unfulfilled.";
  return { redirect: link(`/orders/${orderId}`), notice };
}

/** Throws VALIDATION_ERROR for invalid tracking. */
function changeIn(fields: FormData): FulfilmentChange {
  if (textOf(fields, "undo") !== "") return { fulfilled: false };
  const [carrier, number, url] = ["carrier", "number", "url"].map((name) => textOf(fields, name));
  if (!carrier && !number && !url) return { fulfilled: true, tracking: null };
  if (!number)
    throw new ApiError("VALIDATION_ERROR", "Tracking needs a tracking number. Go back and add it.");
  if (url && !isWebAddress(url)) {
    throw new ApiError(
      "VALIDATION_ERROR",
      "The tracking URL must begin with https://. Go back and correct it.",
    );
  }
  return { fulfilled: true, tracking: { carrier: carrier || null, number, url: url || null } };
}
