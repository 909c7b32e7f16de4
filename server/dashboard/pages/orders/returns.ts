import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import { formatAmount } from "../../../domain/money.ts";
import type { Order } from "../../../domain/order.ts";
import { contentText, type ParcelLine } from "../../../domain/parcels.ts";
import { type NamedLine, nameWithOptions } from "../../../domain/product.ts";
import { maxReasonLength, type OrderReturn, returnableLines } from "../../../domain/returns.ts";
import { includesRole } from "../../../domain/role.ts";
import { textOf } from "../../frame/forms.ts";
import type { DashboardServices, Html, Reply, StoreRequest, StoreRoute } from "../../route.ts";
import { postForm, selectField, textField } from "../../view/forms.ts";
import { instant } from "../../view/texts.ts";

export const returnRoutes: StoreRoute[] = [
  { method: "POST", path: "/orders/{orderId}/returns", access: "staff", answer: addReturn },
  { method: "POST", path: "/orders/{orderId}/returns/{returnId}", access: "staff", answer: changeReturn },
];

/** What the buyer sends back, and the forms to record it and its arrival. */
export async function returnSection(
  order: Order,
  request: StoreRequest,
  { database }: Pick<DashboardServices, "database">,
): Promise<Html | ""> {
  const mayChange = includesRole(request.role, "staff");
  const isPaid = order.status !== "pending" && order.status !== "failed";
  const canReturn = mayChange && isPaid && returnableLines(order).length > 0;
  if (order.returns.length === 0 && !canReturn) return "";
  const sold = await database.orderReturns.restockable({ storeId: request.store.id, orderId: order.id });
  return html`<section class="card" id="returns">
<h2>Returns</h2>
${order.returns.length > 0 && html`<ol class="plain-list">${order.returns.map((one) => html`<li>${returnEntry(one, order)}${mayChange && changeForm(one, order, sold, request)}</li>`)}</ol>`}
${canReturn && html`<details><summary class="button secondary small">Record a return</summary>${newForm(order, request)}</details>`}
</section>`;
}

function returnEntry(
  { lines, reason, createdAt, receivedAt, restocked, refundId }: OrderReturn,
  order: Order,
): Html {
  const facts = [
    receivedAt === null ? html`expected since ${instant(createdAt)}` : html`received ${instant(receivedAt)}`,
    ...(restocked.length > 0 ? [`back in stock: ${contentText(restocked, order.lines)}`] : []),
    ...(refundId === null ? [] : [html`refund <code>${refundId}</code>`]),
  ];
  return html`${contentText(lines, order.lines)}${reason !== null && html`<p>${reason}</p>`}
<p class="hint">${facts.map((fact, at) => html`${at > 0 && " · "}${fact}`)}</p>`;
}

function newForm(order: Order, request: StoreRequest): Html {
  const rows = returnableLines(order).map((line) => ({ ...line, most: line.quantity, value: 0 }));
  const fields = html`${quantityTable("Items to return", "Return", rows)}
${textField({ label: "Reason", name: "reason", maxLength: maxReasonLength, autocomplete: "off" })}
<p class="actions"><button class="button">Record return</button></p>`;
  return postForm(request, request.link(`/orders/${order.id}/returns`), fields);
}

/** The arrival of a return, or its refund; nothing once both are recorded. */
function changeForm(one: OrderReturn, order: Order, sold: ParcelLine[], request: StoreRequest): Html | "" {
  const refunds = order.refunds.filter(({ status }) => status !== "failed");
  const refund =
    one.refundId === null && refunds.length > 0
      ? selectField({
          label: "Refund for this return",
          name: "refund",
          value: "",
          options: [
            ["", "None"],
            ...refunds.map(
              ({ id, amount, currency }) => [id, `${formatAmount(amount, currency)}, ${id}`] as const,
            ),
          ],
        })
      : "";
  const action = request.link(`/orders/${order.id}/returns/${one.id}`);
  if (one.receivedAt !== null) {
    if (refund === "") return "";
    const fields = html`${refund}<p class="actions"><button class="button secondary small">Save refund</button></p>`;
    return html`<details><summary class="button secondary small">Link a refund</summary>${postForm(request, action, fields)}</details>`;
  }
  const rows = one.lines.flatMap(({ productId, quantity }) => {
    const line = order.lines.find((other) => other.productId === productId);
    const most = Math.min(quantity, sold.find((other) => other.productId === productId)?.quantity ?? 0);
    return line && most > 0 ? [{ ...line, quantity, most, value: most }] : [];
  });
  const fields = html`<input type="hidden" name="received" value="yes">
${rows.length > 0 && quantityTable("Items to put back in stock", "Back in stock", rows)}
${refund}
<p class="actions"><button class="button small">Mark as received</button></p>`;
  return html`<details><summary class="button secondary small">Receive</summary>${postForm(request, action, fields)}</details>`;
}

interface QuantityRow extends NamedLine {
  productId: string;
  sku?: string | null;
  quantity: number;
  /** The most that can be chosen. */
  most: number;
  value: number;
}

export function quantityTable(caption: string, heading: string, rows: QuantityRow[]): Html {
  return html`<table class="list quantities">
<caption class="hidden-text">${caption}</caption>
<thead><tr><th scope="col">Item</th><th scope="col" class="number">Of</th><th scope="col" class="number">${heading}</th></tr></thead>
<tbody>
${rows.map((row) => {
  const { productId, sku, quantity, most, value } = row;
  const name = nameWithOptions(row);
  return html`<tr><th scope="row">${name}${sku && html` <span class="hint">${sku}</span>`}</th>
<td class="number">${quantity}</td>
<td class="number"><input aria-label="${heading}: ${name}" name="${fieldName(productId)}" type="number" min="0" max="${most}" value="${value}" required></td></tr>
`;
})}
</tbody>
</table>`;
}

function fieldName(productId: string): string {
  return `return-${productId}`;
}

/** Throws VALIDATION_ERROR for anything but whole numbers. */
export function linesIn(fields: FormData, order: Order): ParcelLine[] {
  return order.lines.flatMap((line) => {
    const { productId } = line;
    const text = textOf(fields, fieldName(productId)) || "0";
    if (!/^\d{1,3}$/.test(text)) {
      throw new ApiError(
        "VALIDATION_ERROR",
        `“${text}” isn’t a quantity of ${nameWithOptions(line)}. Go back and correct it.`,
      );
    }
    return Number(text) > 0 ? [{ productId, quantity: Number(text) }] : [];
  });
}

async function addReturn(request: StoreRequest, { database }: DashboardServices): Promise<Reply> {
  const { form, by, link } = request;
  const { order, address } = await findOrder(request, database);
  const lines = linesIn(form, order);
  if (lines.length === 0) {
    throw new ApiError("VALIDATION_ERROR", "Choose at least one item. Go back and try again.");
  }
  const reason = textOf(form, "reason").slice(0, maxReasonLength) || null;
  await database.orderReturns.add(address, { lines, reason }, by);
  return { redirect: link(`/orders/${order.id}`), notice: "Return recorded." };
}

async function changeReturn(request: StoreRequest, { database }: DashboardServices): Promise<Reply> {
  const { form, by, link, path } = request;
  const { order, address } = await findOrder(request, database);
  const received = form.has("received") ? { restock: linesIn(form, order) } : undefined;
  const refundId = textOf(form, "refund") || undefined;
  const returned = { ...address, returnId: path.returnId ?? "" };
  const changed = await database.orderReturns.change(returned, { received, refundId }, by);
  if (!changed) throw new ApiError("NOT_FOUND", "This order has no such return.");
  return {
    redirect: link(`/orders/${order.id}`),
    notice: received ? "Return received." : "Refund linked.",
  };
}

async function findOrder({ store, path }: StoreRequest, database: DashboardServices["database"]) {
  const address = { storeId: store.id, orderId: path.orderId ?? "" };
  const order = await database.orders.find(address);
  if (!order) throw new ApiError("NOT_FOUND", "This store has no such order.");
  return { order, address };
}
