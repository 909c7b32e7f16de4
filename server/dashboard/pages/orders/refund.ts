import { ApiError } from "@counterpart/toolkit/errors";
import { html } from "hono/html";
import type { Order } from "../../../database/queries/orders/order.ts";
import { decimalAmount, formatAmount, toMinorUnits } from "../../../domain/money.ts";
import { refundableOf } from "../../../domain/refund.ts";
import { includesRole } from "../../../domain/role.ts";
import { textOf } from "../../frame/forms.ts";
import type { DashboardServices, Html, Reply, StoreRequest } from "../../route.ts";
import { postForm, selectField, textField } from "../../view/forms.ts";
import { day } from "../../view/texts.ts";

/** The form by which money is given back, while there is something to give back. */
export function refundSection(order: Order, request: StoreRequest): Html | "" {
  const open = order.payments.filter((payment) => refundableOf(payment) > 0);
  const [first] = open;
  if (!first || !includesRole(request.role, "staff")) return "";
  const choices = open.map((payment): [string, string] => [
    payment.id,
    `${day(payment.paidAt)}: ${formatAmount(refundableOf(payment), payment.currency)} can be refunded`,
  ]);
  const fields = html`<input type="hidden" name="seen" value="${order.refunds.length}">
<div class="row-form">
${
  open.length > 1
    ? selectField({ label: "Payment", name: "payment", value: first.id, options: choices })
    : html`<input type="hidden" name="payment" value="${first.id}">`
}
${textField({
  label: `Amount in ${first.currency.toUpperCase()}`,
  name: "amount",
  value: decimalAmount(refundableOf(first), first.currency),
  inputmode: "decimal",
  autocomplete: "off",
  isRequired: true,
})}
<button class="button danger">Refund</button>
</div>`;
  return html`<section class="card">
<h2>Refund</h2>
<p class="hint">${
    open.length > 1
      ? "Each payment can be refunded, in whole or in part."
      : `Up to ${formatAmount(refundableOf(first), first.currency)}, to where the money came from.`
  }</p>
<details><summary>Refund the customer</summary>
${postForm(request, request.link(`/orders/${order.id}/refunds`), fields)}
</details>
</section>`;
}

/** The order itself shows the refund once the provider has reported it. */
export async function refundOrder(
  { store, path, form, by, link }: StoreRequest,
  services: DashboardServices,
): Promise<Reply> {
  const address = { storeId: store.id, orderId: path.orderId ?? "" };
  const order = await services.database.orders.find(address);
  if (!order) throw noSuchOrder;
  const paymentId = textOf(form, "payment");
  const currency = order.payments.find(({ id }) => id === paymentId)?.currency ?? order.currency;
  const amount = toMinorUnits(textOf(form, "amount"), currency);
  if (amount === undefined) {
    throw new ApiError(
      "VALIDATION_ERROR",
      `“${textOf(form, "amount")}” isn’t an amount in ${currency.toUpperCase()}.`,
    );
  }
  const seen = Number(textOf(form, "seen"));
  const refund = await services.refundOrder(address, { amount, paymentId, seenRefunds: seen }, by);
  if (!refund) throw noSuchOrder;
  return {
    redirect: link(`/orders/${address.orderId}`),
    notice: `${formatAmount(refund.amount, refund.currency)} is refunded. The order shows it once the payment provider has confirmed it, within seconds.`,
  };
}

const noSuchOrder = new ApiError("NOT_FOUND", "There is no such order in this store.");
