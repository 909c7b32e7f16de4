import type { Order } from "../../../domain/order.ts";

/** `#1042`, or the id of an order that has no number yet. */
export function orderName({ number, id }: Pick<Order, "number" | "id">): string {
  return number === null ? id : `#${number}`;
}
