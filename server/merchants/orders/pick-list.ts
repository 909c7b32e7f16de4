import type { Database } from "../../database/database.ts";
import type { SnapshotLine } from "../../domain/checkout.ts";
import type { ChosenRate } from "../../domain/offers.ts";
import type { Order } from "../../domain/order.ts";
import { unsentLines } from "../../domain/parcels.ts";
import { nameWithOptions } from "../../domain/product.ts";
import { orderPages } from "./orders-csv.ts";

/** How many of a product are to be taken from the shelf. It is called as in the most recent of the orders. */
export interface PickLine extends Pick<SnapshotLine, "productId" | "name" | "options"> {
  sku: string | null;
  quantity: number;
  /** The orders that wait for it, oldest first. */
  orders: WaitingOrder[];
}

export interface WaitingOrder {
  id: string;
  number: number | null;
  shippingRate: ChosenRate | null;
  quantity: number;
}

export interface PickList {
  /** With a SKU first, by SKU; then by name. */
  lines: PickLine[];
  /** The number of orders. */
  orders: number;
}

/** What is left to send of all orders of a store that have something physical to send. */
export async function readPickList(database: Pick<Database, "orders">, storeId: string): Promise<PickList> {
  const lines = new Map<string, PickLine>();
  let orders = 0;
  for await (const page of orderPages(database, { storeId, unsent: true })) {
    for (const order of page) orders += addOrder(lines, order) ? 1 : 0;
  }
  for (const line of lines.values()) line.orders.reverse();
  return { lines: [...lines.values()].sort(bySkuAndName), orders };
}

/** False if nothing of the order is left to send. */
function addOrder(lines: Map<string, PickLine>, order: Order): boolean {
  const left = unsentLines(order);
  for (const { productId, name, options, sku = null, quantity } of left) {
    const line = lines.get(productId) ?? { productId, name, options, sku, quantity: 0, orders: [] };
    line.quantity += quantity;
    line.orders.push({ id: order.id, number: order.number, shippingRate: order.shippingRate, quantity });
    lines.set(productId, line);
  }
  return left.length > 0;
}

function bySkuAndName(one: PickLine, other: PickLine): number {
  if ((one.sku === null) !== (other.sku === null)) return one.sku === null ? 1 : -1;
  return compare(one.sku ?? "", other.sku ?? "") || compare(nameWithOptions(one), nameWithOptions(other));
}

const { compare } = new Intl.Collator("en", { numeric: true });

/** `2, Express`: how many an order waits for, if it is more than one, and its shipping rate. */
export function waitingNote({ quantity, shippingRate }: WaitingOrder): string {
  return [...(quantity > 1 ? [String(quantity)] : []), ...(shippingRate ? [shippingRate.name] : [])].join(
    ", ",
  );
}
