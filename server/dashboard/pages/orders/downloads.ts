import { html } from "hono/html";
import type { DownloadCount } from "../../../database/queries/downloads/downloads.ts";
import type { Order } from "../../../domain/order.ts";
import { nameWithOptions } from "../../../domain/product.ts";
import type { Html } from "../../route.ts";
import { instant } from "../../view/texts.ts";

/** How often the buyer downloaded each line. Empty if nothing was downloaded. */
export function downloadSection({ lines }: Order, counts: DownloadCount[], zone: string): Html | "" {
  if (counts.length === 0) return "";
  const rows = lines.flatMap((line) =>
    counts
      .filter((one) => one.productId === line.productId)
      .map(
        ({ count, lastAt }) =>
          html`<tr><th scope="row">${nameWithOptions(line)}</th><td class="number">${count}</td><td>${instant(lastAt, zone)}</td></tr>
`,
      ),
  );
  return html`<section class="card of-list"><table class="list">
<caption>Downloads</caption>
<thead><tr><th scope="col">Product</th><th scope="col" class="number">Downloads</th><th scope="col">Last one</th></tr></thead>
<tbody>${rows}</tbody>
</table></section>`;
}
