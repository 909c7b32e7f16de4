import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import { formatAmount } from "../../../domain/money.ts";
import type { Order, OrderRefund } from "../../../domain/order.ts";
import { includesRole } from "../../../domain/role.ts";
import { unresolvedRefunds } from "../../../domain/unresolved-refunds.ts";
import type { Html, Reply, Services, StoreRequest } from "../../route.ts";
import { postForm } from "../../view/forms.ts";
import { instant } from "../../view/texts.ts";

/** Unresolved failed refunds, and the form to record that the buyer was paid in another way. */
export function failedRefundSection(order: Order, request: StoreRequest): Html | "" {
  const failed = unresolvedRefunds(order.refunds);
  if (failed.length === 0) return "";
  return html`<section class="card danger-zone">
<h2>${failed.length === 1 ? "Failed refund" : "Failed refunds"}</h2>
<ul class="plain-list">${failed.map((refund) => html`<li>${failedRefund(order, refund, request)}</li>`)}</ul>
</section>`;
}

function failedRefund({ id: orderId }: Order, refund: OrderRefund, request: StoreRequest): Html {
  const { id, amount, currency, createdAt } = refund;
  const button = html`<p class="actions"><button class="button secondary small">Mark as resolved</button></p>`;
  return html`<p><strong>A refund of ${formatAmount(amount, currency)} failed.</strong> The customer’s bank or card rejected it, and the money was returned to you.</p>
<p>Refund it again on this page. If that fails too, pay the customer another way and mark the refund as resolved.</p>
<p class="hint">Created ${instant(createdAt, request.store.timeZone)} · <code>${id}</code></p>
${includesRole(request.role, "staff") && postForm(request, request.link(`/orders/${orderId}/refunds/${id}/resolved`), button)}`;
}

export async function resolveRefund(
  { store, path, by, link }: StoreRequest,
  { database }: Services,
): Promise<Reply> {
  const { orderId = "", refundId = "" } = path;
  const isKnown = await database.orders.resolveRefund({ storeId: store.id, orderId, refundId }, by);
  if (!isKnown) throw new ApiError("NOT_FOUND", "This order has no such failed refund.");
  return { redirect: link(`/orders/${orderId}`), notice: "Refund marked as resolved." };
}
