import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import { atMost } from "../../../domain/line-quantities.ts";
import { formatAmount } from "../../../domain/money.ts";
import type { Order } from "../../../domain/order.ts";
import { contentText, type ParcelLine } from "../../../domain/parcels.ts";
import { type NamedLine, nameWithOptions } from "../../../domain/product.ts";
import { isRefundable } from "../../../domain/refund.ts";
import { refundableLines } from "../../../domain/refund-content.ts";
import { maxReasonLength, type OrderReturn, returnableLines } from "../../../domain/returns.ts";
import { includesRole } from "../../../domain/role.ts";
import { textOf } from "../../frame/forms.ts";
import type { Html, Reply, Services, StoreRequest } from "../../route.ts";
import { describedBy, faultText, postForm, selectField, textField } from "../../view/forms.ts";
import { instant } from "../../view/texts.ts";
import { findOrder, orderAddress } from "./find-order.ts";
import { RefusedField, type RefusedForm, type Typed, typedIn } from "./refused-field.ts";

/** What the buyer sends back, and the forms to record it and its arrival. */
export async function returnSection(
  order: Order,
  request: StoreRequest,
  { database }: Pick<Services, "database">,
  refused: RefusedForm | undefined,
): Promise<Html | ""> {
  const typedFor = (path: string) => typedIn(refused, request.link(`/orders/${order.id}/${path}`));
  const typedNew = typedFor("returns");
  const mayChange = includesRole(request.role, "staff");
  const isPaid = order.status !== "pending" && order.status !== "failed";
  const canReturn = mayChange && isPaid && returnableLines(order).length > 0;
  if (order.returns.length === 0 && !canReturn) return "";
  const sold = await database.orderReturns.restockable(orderAddress(request));
  return html`<section class="card" id="returns">
<h2>Returns</h2>
${order.returns.length > 0 && html`<ol class="plain-list">${order.returns.map((one) => html`<li>${returnEntry(one, order, request.store.timeZone)}${mayChange && html`${refundLink(one, order, request)}${changeForm(one, order, sold, request, typedFor(`returns/${one.id}`))}`}</li>`)}</ol>`}
${canReturn && html`<details${typedNew.isRefused && html` open`}><summary class="button secondary small">Record a return</summary>${newForm(order, request, typedNew)}</details>`}
</section>`;
}

function returnEntry(
  { lines, reason, createdAt, receivedAt, restocked, refundId }: OrderReturn,
  order: Order,
  zone: string,
): Html {
  const facts = [
    receivedAt === null
      ? html`expected since ${instant(createdAt, zone)}`
      : html`received ${instant(receivedAt, zone)}`,
    ...(restocked.length > 0 ? [`back in stock: ${contentText(restocked, order.lines)}`] : []),
    ...(refundId === null ? [] : [html`refund <code>${refundId}</code>`]),
  ];
  return html`${contentText(lines, order.lines)}${reason !== null && html`<p>${reason}</p>`}
<p class="hint">${facts.map((fact, at) => html`${at > 0 && " · "}${fact}`)}</p>`;
}

/** Whether a return has no refund, or one that failed. */
function isUnrefunded({ refundId }: OrderReturn, { refunds }: Order): boolean {
  return refundId === null || refunds.some(({ id, status }) => id === refundId && status === "failed");
}

/** To the refund's form with the returned items; nothing once the return has a refund. */
function refundLink(one: OrderReturn, order: Order, { link }: StoreRequest): Html | "" {
  const items = atMost(one.lines, refundableLines(order));
  if (!isUnrefunded(one, order) || items.length === 0 || !isRefundable(order)) return "";
  return html`<p><a href="${link(`/orders/${order.id}/refund?return=${one.id}`)}">Refund these items</a></p>`;
}

function newForm(order: Order, request: StoreRequest, typed: Typed): Html {
  const rows = returnableLines(order).map((line) => ({ ...line, most: line.quantity, value: 0 }));
  const fields = html`${quantityTable("Items to return", "Return", rows, typed)}
${textField({ label: "Reason", name: "reason", value: typed.value("reason", ""), maxLength: maxReasonLength, autocomplete: "off" })}
<p class="actions"><button class="button">Record return</button></p>`;
  return postForm(request, request.link(`/orders/${order.id}/returns`), fields);
}

/** The arrival of a return, or its refund; nothing once both are recorded. */
function changeForm(
  one: OrderReturn,
  order: Order,
  sold: ParcelLine[],
  request: StoreRequest,
  typed: Typed,
): Html | "" {
  const refunds = order.refunds.filter(({ status }) => status !== "failed");
  const refund =
    isUnrefunded(one, order) && refunds.length > 0
      ? selectField({
          label: "Refund for this return",
          name: "refund",
          value: typed.value("refund", ""),
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
${rows.length > 0 && quantityTable("Items to put back in stock", "Back in stock", rows, typed)}
${refund}
<p class="actions"><button class="button small">Mark as received</button></p>`;
  return html`<details${typed.isRefused && html` open`}><summary class="button secondary small">Receive</summary>${postForm(request, action, fields)}</details>`;
}

/** A row of `quantityTable`. */
interface QuantityRow extends NamedLine {
  productId: string;
  sku?: string | null;
  quantity: number;
  /** The most that can be chosen. */
  most: number;
  value: number;
}

/** @param use the beginning of the fields' names, if a page has several tables */
export function quantityTable(
  caption: string,
  heading: string,
  rows: QuantityRow[],
  typed = typedIn(undefined, ""),
  use = "return",
): Html {
  return html`<table class="list quantities">
<caption class="hidden-text">${caption}</caption>
<thead><tr><th scope="col">Item</th><th scope="col" class="number">Of</th><th scope="col" class="number">${heading}</th></tr></thead>
<tbody>
${rows.map((row) => {
  const { productId, sku, quantity, most, value } = row;
  const name = nameWithOptions(row);
  return html`<tr><th scope="row">${name}${sku && html` <span class="hint">${sku}</span>`}</th>
<td class="number">${quantity}</td>
${quantityCell({ label: `${heading}: ${name}`, name: fieldName(use, productId), most, value }, typed)}</tr>
`;
})}
</tbody>
</table>`;
}

/** A table's cell with the field for a quantity. @param label for fields that no other text names */
export function quantityCell(
  { label, name, most, value }: { label?: string; name: string; most: number; value: number },
  typed: Typed,
): Html {
  const fault = typed.fault(name);
  return html`<td class="number${fault !== undefined && " faulty"}"><input${label === undefined ? html` id="${name}"` : html` aria-label="${label}"`} name="${name}" type="number" min="0" max="${most}" value="${typed.value(name, value)}" required${fault !== undefined && html` aria-invalid="true"`}${describedBy(name, { fault })}>${faultText(name, fault)}</td>`;
}

export function fieldName(use: string, productId: string): string {
  return `${use}-${productId}`;
}

/** Throws RefusedField for anything but whole numbers. */
export function linesIn(fields: FormData | URLSearchParams, order: Order, use = "return"): ParcelLine[] {
  return order.lines.flatMap((line) => {
    const { productId } = line;
    const text = textOf(fields, fieldName(use, productId)) || "0";
    if (!/^\d{1,3}$/.test(text)) {
      throw new RefusedField(
        fieldName(use, productId),
        `“${text}” isn’t a quantity of ${nameWithOptions(line)}.`,
      );
    }
    return Number(text) > 0 ? [{ productId, quantity: Number(text) }] : [];
  });
}

/** Throws RefusedField for the first line with a quantity of which not enough is left. */
export function refuseTooMany(lines: ParcelLine[], left: ParcelLine[], use: "refund" | "return"): void {
  for (const { productId, quantity: most } of left) {
    if (lines.some((line) => line.productId === productId && line.quantity > most))
      throw new RefusedField(fieldName(use, productId), `Only ${most} can be ${use}ed.`);
  }
}

/** Throws RefusedField if anything is left that could have been chosen. */
export function refuseNone([first]: ParcelLine[], use: "refund" | "return"): void {
  if (first) throw new RefusedField(fieldName(use, first.productId), "Choose at least one item.");
}

export async function addReturn(request: StoreRequest, { database }: Services): Promise<Reply> {
  const { form, by, link } = request;
  const order = await findOrder(request, { database });
  const lines = linesIn(form, order);
  const left = returnableLines(order);
  refuseTooMany(lines, left, "return");
  if (lines.length === 0) refuseNone(left, "return");
  const reason = textOf(form, "reason").slice(0, maxReasonLength) || null;
  await database.orderReturns.add(orderAddress(request), { lines, reason }, by);
  return { redirect: link(`/orders/${order.id}`), notice: "Return recorded." };
}

export async function changeReturn(request: StoreRequest, { database }: Services): Promise<Reply> {
  const { form, by, link, path } = request;
  const order = await findOrder(request, { database });
  const received = form.has("received") ? { restock: linesIn(form, order) } : undefined;
  const refundId = textOf(form, "refund") || undefined;
  const returned = { ...orderAddress(request), returnId: path.returnId ?? "" };
  const changed = await database.orderReturns.change(returned, { received, refundId }, by);
  if (!changed) throw new ApiError("NOT_FOUND", "This order has no such return.");
  return { redirect: link(`/orders/${order.id}`), notice: received ? "Return received." : "Refund linked." };
}
