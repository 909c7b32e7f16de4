import { stringify } from "csv-stringify/sync";
import type { Database } from "../../database/database.ts";
import type { OrderFilter } from "../../database/queries/orders/orders.ts";
import type { Amounts } from "../../domain/amounts.ts";
import { escapeFormulas } from "../../domain/formula-cells.ts";
import { decimalAmount } from "../../domain/money.ts";
import type { Order } from "../../domain/order.ts";
import { nameWithOptions } from "../../domain/product.ts";

type Row = Record<string, string>;

/** An order as a spreadsheet row: amounts as decimals, instants in ISO 8601. */
export function orderRow(order: Order): Row {
  const { shippingAddress: address, tracking, currency, amounts } = order;
  const amount = (minorUnits: number) => decimalAmount(minorUnits, currency);
  const part = (name: keyof Amounts) => (amounts === null ? "" : amount(amounts[name]));
  return {
    order: order.id,
    created: instant(order.createdAt),
    status: order.status,
    currency,
    total: amount(order.total),
    paid: order.paid === null ? "" : decimalAmount(order.paid.amount, order.paid.currency),
    refunded: amount(order.refunded),
    items: order.lines.map((line) => `${line.quantity} × ${nameWithOptions(line)}`).join(", "),
    email: order.customerEmail ?? "",
    name: order.customerName ?? "",
    phone: order.customerPhone ?? "",
    "ship to": address?.name ?? "",
    "line 1": address?.line1 ?? "",
    "line 2": address?.line2 ?? "",
    city: address?.city ?? "",
    state: address?.state ?? "",
    "postal code": address?.postalCode ?? "",
    country: address?.country ?? "",
    member: order.memberId ?? "",
    fulfilled: order.fulfilledAt === null ? "" : instant(order.fulfilledAt),
    carrier: tracking?.carrier ?? "",
    "tracking number": tracking?.number ?? "",
    "failed refunds": order.refunds
      .filter(({ status }) => status === "failed")
      .map((refund) => `${decimalAmount(refund.amount, refund.currency)} ${refund.currency}`)
      .join(", "),
    disputes: order.disputes
      .map(
        ({ amount, currency, status, reason }) =>
          `${decimalAmount(amount, currency)} ${currency} ${status} (${reason})`,
      )
      .join(", "),
    number: order.number === null ? "" : String(order.number),
    subtotal: part("subtotal"),
    discount: part("discount"),
    shipping: part("shipping"),
    tax: part("tax"),
    "grand total": part("total"),
    skus: order.lines.flatMap(({ quantity, sku }) => (sku ? [`${quantity} × ${sku}`] : [])).join(", "),
    "shipping rate": order.shippingRate?.name ?? "",
  };
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
    if (isFirst) yield csv([headings]);
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

const headings = [
  ...[
    "order",
    "created",
    "status",
    "currency",
    "total",
    "paid",
    "refunded",
    "items",
    "email",
    "name",
    "phone",
  ],
  ...["ship to", "line 1", "line 2", "city", "state", "postal code", "country", "member"],
  ...["fulfilled", "carrier", "tracking number", "failed refunds", "disputes", "number"],
  ...["subtotal", "discount", "shipping", "tax", "grand total", "skus", "shipping rate"],
];

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
