import type { components } from "./api.ts";

type Order = Pick<components["schemas"]["Order"], "totals" | "amounts">;

/** What the customer pays. */
export function totalOf({ totals, amounts }: Order): number {
  return amounts?.total ?? totals.total;
}

/** How the total came about; empty if it is just the sum of the lines. */
export function partsOf({ amounts }: Order): [name: string, amount: number][] {
  if (!amounts) return [];
  const { subtotal, discount, shipping, tax, total } = amounts;
  const isIncluded = total === subtotal - discount + shipping;
  const parts: [string, number][] = [
    ["Discount", -discount],
    ["Shipping", shipping],
    [isIncluded ? "Includes tax" : "Tax", tax],
  ];
  const present = parts.filter(([, amount]) => amount !== 0);
  return present.length === 0 ? [] : [["Subtotal", subtotal], ...present];
}
