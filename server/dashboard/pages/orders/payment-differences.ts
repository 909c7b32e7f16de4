import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import type { PaymentDifference } from "../../../database/queries/orders/payment-differences.ts";
import { formatAmount } from "../../../domain/money.ts";
import type { Order } from "../../../domain/order.ts";
import { includesRole } from "../../../domain/role.ts";
import type { Html, Reply, Services, StoreRequest } from "../../route.ts";
import { postForm } from "../../view/forms.ts";
import { instant } from "../../view/texts.ts";

/** Payments that differ from what was offered, what to do about them, and the form to mark them as resolved. */
export async function paymentDifferenceSection(
  { id: orderId }: Pick<Order, "id">,
  request: StoreRequest,
  { database }: Pick<Services, "database">,
): Promise<Html | ""> {
  const found = await database.paymentDifferences.ofOrder({ storeId: request.store.id, orderId });
  if (found.length === 0) return "";
  return html`<section class="card danger-zone">
<h2>${found.length === 1 ? "Payment difference" : "Payment differences"}</h2>
<p>The cause is usually a discount, a price or a tax setting in the Stripe dashboard. Correct it there, or the next payment differs too.
Then deliver the order as it is, refund the payment, or ask the customer for the rest, and mark the difference as resolved.</p>
<ul class="plain-list">${found.map((one) => html`<li>${paymentDifference(one, orderId, request)}</li>`)}</ul>
</section>`;
}

function paymentDifference(found: PaymentDifference, orderId: string, request: StoreRequest): Html {
  const { id, isRenewal, foundAt } = found;
  const button = html`<p class="actions"><button class="button secondary small">Mark as resolved</button></p>`;
  return html`<p><strong>${differenceText(found)}</strong></p>
<p class="hint">${isRenewal ? html`Renewal, invoice <code>${id}</code>` : "Checkout"} · found ${instant(foundAt, request.store.timeZone)}</p>
${includesRole(request.role, "staff") && postForm(request, request.link(`/orders/${orderId}/differences/${id}/resolved`), button)}`;
}

/** Such as `The customer paid $48.00 instead of €48.00.` */
export function differenceText(found: Omit<PaymentDifference, "id" | "foundAt">): string {
  const { part, expected, expectedCurrency, charged, currency, isRenewal } = found;
  const amount = formatAmount(charged, currency);
  const instead = expected === null ? "" : ` instead of ${formatAmount(expected, expectedCurrency)}`;
  switch (part) {
    case "discount":
      return `A discount of ${amount} was applied that isn’t from a promotion code of this store.`;
    case "shipping":
      return `Shipping cost ${amount}, which isn’t one of the rates that the checkout offered.`;
    case "subtotal":
    case "price":
      return `The ${isRenewal ? "renewal’s " : ""}items cost ${amount}${instead}.`;
    case "total":
      return `The total was ${amount}${instead}, the sum of its parts.`;
    case "amount":
    case "currency":
      return `The customer paid ${amount}${instead}.`;
  }
}

export async function resolveDifference(
  { store, path, by, link }: StoreRequest,
  { database }: Services,
): Promise<Reply> {
  const { orderId = "", differenceId = "" } = path;
  const address = { storeId: store.id, orderId, id: differenceId };
  if (!(await database.paymentDifferences.resolve(address, by))) {
    throw new ApiError("NOT_FOUND", "This order has no such payment difference.");
  }
  return { redirect: link(`/orders/${orderId}`), notice: "Payment difference marked as resolved." };
}
