import { html } from "hono/html";
import { nameWithOptions } from "../../../domain/product.ts";
import { get } from "../../get-and-post.ts";
import type { Reply, Services, StoreRequest } from "../../route.ts";
import { instant } from "../../view/texts.ts";
import { orderName } from "./order-name.ts";

export const pickListRoutes = [get("/orders/pick-list", "read_only", showPickList)];

/** What is left to send of all orders, by product, to print. */
async function showPickList({ store, link }: StoreRequest, { database, clock }: Services): Promise<Reply> {
  const { readPickList, waitingNote } = await import("../../../merchants/orders/pick-list.ts");
  const { lines, orders } = await readPickList(database, store.id);
  const sum = lines.reduce((total, { quantity }) => total + quantity, 0);
  const content = html`<p class="crumb no-print"><a href="${link("/orders")}">← Orders</a></p>
<div class="head"><h1>Pick list</h1>
<p class="lead">${counted(sum, "item")} of ${counted(orders, "order")} · ${instant(clock(), store.timeZone)}</p></div>
${
  lines.length === 0
    ? html`<p class="empty">Nothing is left to send.</p>`
    : html`<p class="no-print hint">Print this page from your browser. The menu and this line aren’t printed.</p>
<section class="card of-list paper">
<table class="list stacked">
<caption class="hidden-text">Items to pick</caption>
<thead><tr><th scope="col">Product</th><th scope="col">SKU</th><th scope="col" class="number">Quantity</th><th scope="col">Orders</th></tr></thead>
<tbody>
${lines.map((line) => {
  const { sku, quantity, orders: waiting } = line;
  return html`<tr><th scope="row">${nameWithOptions(line)}</th>
<td data-label="SKU">${sku ?? ""}</td>
<td class="number" data-label="Quantity"><strong>${quantity}</strong></td>
<td data-label="Orders"><span>${waiting.map((order, at) => {
    const note = waitingNote(order);
    return html`${at > 0 && ", "}<a href="${link(`/orders/${order.id}`)}">${orderName(order)}</a>${note !== "" && ` (${note})`}`;
  })}</span></td></tr>
`;
})}
</tbody>
</table>
</section>`
}`;
  return { page: { title: "Pick list", content } };
}

function counted(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}
