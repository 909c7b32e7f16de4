import { stringify } from "csv-stringify/sync";
import type { Database } from "../../database/database.ts";
import type { OrderFilter } from "../../database/queries/orders/orders.ts";
import type { Amounts } from "../../domain/amounts.ts";
import { escapeFormulas } from "../../domain/formula-cells.ts";
import { decimalAmount } from "../../domain/money.ts";
import type { Order } from "../../domain/order.ts";
import { nameWithOptions } from "../../domain/product.ts";

/** The cells of an order's row by column: amounts as decimals, instants in ISO 8601. */
const columns: Record<string, (order: Order) => string | null | undefined> = {
  order: ({ id }) => id,
  created: ({ createdAt }) => instant(createdAt),
  status: ({ status }) => status,
  currency: ({ currency }) => currency,
  total: ({ total, currency }) => decimalAmount(total, currency),
  paid: ({ paid }) => paid && decimalAmount(paid.amount, paid.currency),
  refunded: ({ refunded, currency }) => decimalAmount(refunded, currency),
  items: ({ lines }) => lines.map((line) => `${line.quantity} × ${nameWithOptions(line)}`).join(", "),
  email: ({ customerEmail }) => customerEmail,
  name: ({ customerName }) => customerName,
  phone: ({ customerPhone }) => customerPhone,
  "ship to": ({ shippingAddress }) => shippingAddress?.name,
  "line 1": ({ shippingAddress }) => shippingAddress?.line1,
  "line 2": ({ shippingAddress }) => shippingAddress?.line2,
  city: ({ shippingAddress }) => shippingAddress?.city,
  state: ({ shippingAddress }) => shippingAddress?.state,
  "postal code": ({ shippingAddress }) => shippingAddress?.postalCode,
  country: ({ shippingAddress }) => shippingAddress?.country,
  member: ({ memberId }) => memberId,
  fulfilled: ({ fulfilledAt }) => (fulfilledAt === null ? "" : instant(fulfilledAt)),
  carrier: ({ tracking }) => tracking?.carrier,
  "tracking number": ({ tracking }) => tracking?.number,
  "failed refunds": ({ refunds }) =>
    refunds
      .filter(({ status }) => status === "failed")
      .map(({ amount, currency }) => `${decimalAmount(amount, currency)} ${currency}`)
      .join(", "),
  disputes: ({ disputes }) =>
    disputes
      .map(
        ({ amount, currency, status, reason }) =>
          `${decimalAmount(amount, currency)} ${currency} ${status} (${reason})`,
      )
      .join(", "),
  number: ({ number }) => (number === null ? "" : String(number)),
  subtotal: part("subtotal"),
  discount: part("discount"),
  shipping: part("shipping"),
  tax: part("tax"),
  "grand total": part("total"),
  skus: ({ lines }) => lines.flatMap(({ quantity, sku }) => (sku ? [`${quantity} × ${sku}`] : [])).join(", "),
  "shipping rate": ({ shippingRate }) => shippingRate?.name,
};

function part(name: keyof Amounts) {
  return ({ amounts, currency }: Order) => amounts && decimalAmount(amounts[name], currency);
}

/** An order as a spreadsheet row. */
export function orderRow(order: Order): Record<string, string> {
  return Object.fromEntries(Object.entries(columns).map(([name, cell]) => [name, cell(order) ?? ""]));
}

/** The matching orders, newest first, page by page: a store may have more than fit into memory. */
export async function* orderPages(
  { orders }: Pick<Database, "orders">,
  filter: OrderFilter & { storeId: string },
): AsyncGenerator<Order[]> {
  for (let after: string | undefined; ; ) {
    const page = await orders.list({ ...filter, after });
    if (!page) return;
    yield page.orders;
    if (!page.hasMore) return;
    after = page.orders.at(-1)?.id;
  }
}

/**
 * Orders as CSV (RFC 4180, UTF-8), in chunks. Buyers choose their names, and spreadsheets run cells that
 * begin like a formula, so those get an apostrophe.
 */
export async function* ordersCsv(pages: AsyncIterable<Order[]>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const orders of pages) {
    if (isFirst) yield csv([Object.keys(columns)]);
    isFirst = false;
    if (orders.length > 0) yield csv(orders.map((order) => Object.values(orderRow(order))));
  }
}

function csv(rows: string[][]): string {
  return stringify(
    rows.map((row) => row.map(escapeFormulas)),
    { record_delimiter: "windows", quoted_match: /[\r\n]/ },
  );
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
