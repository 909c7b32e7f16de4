import { html } from "hono/html";
import { type components, dataOf } from "../api.ts";
import { lineName } from "../line-name.ts";
import type { Tools } from "../tools.ts";
import type { Html } from "./layout.ts";

type Order = components["schemas"]["Order"];

/**
 * A button for each file that was bought, or why there is none; empty for orders without files.
 * @param search the query of the order's link, which the button's request needs too
 */
export async function downloadSection(
  { id: orderId, lines, status }: Order,
  { api, search = "" }: Pick<Tools, "api"> & { search?: string },
): Promise<Html | ""> {
  const files = dataOf(await api.listDownloads({ path: { orderId } }));
  if (files.length === 0) return "";
  return html`<h2>Downloads</h2>
${files.some(({ isAvailable }) => !isAvailable) ? html`<p>${whyNot[status]}</p>` : ""}
<ul class="files">${files.map(
    ({ productId, fileName, sizeInBytes, isAvailable }) => html`<li>
<div class="what"><strong>${lines.filter((line) => line.productId === productId).map(lineName)}</strong><span>${fileName}, ${sizeText(sizeInBytes)}</span></div>
${
  isAvailable
    ? html`<form method="post" action="/orders/${orderId}/downloads${search}">
<button name="productId" value="${productId}">Download<span class="unseen"> ${fileName}</span></button>
</form>`
    : ""
}</li>`,
  )}</ul>`;
}

/** Why the files of an order can't be downloaded. */
const whyNot: Record<Order["status"], string> = {
  pending: "You can download your files as soon as your payment has arrived.",
  failed: "The payment failed, so there is nothing to download.",
  refunded: "The order was refunded, so its files can’t be downloaded any more.",
  // Lost in a dispute.
  paid: "The payment was reversed, so the files can’t be downloaded any more.",
  partially_refunded: "The payment was reversed, so the files can’t be downloaded any more.",
};

function sizeText(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? ["kilobyte", 1000] : ["megabyte", 1e6];
  const format = new Intl.NumberFormat("en", { style: "unit", unit, maximumFractionDigits: 1 });
  return format.format(Math.max(bytes / size, 0.1));
}
