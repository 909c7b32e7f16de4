/** What a purchase cost, as the payment provider calculated it. In the currency's smallest unit. */
export interface Amounts {
  /** The lines, before the other amounts. */
  subtotal: number;
  discount: number;
  shipping: number;
  /** Contained in the others where prices include it. */
  tax: number;
  total: number;
}

/** What the buyer pays in total: the snapshot's sum until the provider has reported its amounts. */
export function totalOf({ total, amounts }: { total: number; amounts: Amounts | null }): number {
  return amounts?.total ?? total;
}

/** Whether the tax is contained in the other amounts. */
export function includesTax({ subtotal, discount, shipping, total }: Amounts): boolean {
  return total === subtotal - discount + shipping;
}

export interface AmountPart {
  name: "Subtotal" | "Discount" | "Shipping" | "Tax" | "Includes tax";
  /** Negative for a discount. */
  amount: number;
}

/** How the total came about, line by line; empty if it is just the subtotal. */
export function amountParts(amounts: Amounts | null): AmountPart[] {
  if (amounts === null) return [];
  const { subtotal, discount, shipping, tax } = amounts;
  const parts: AmountPart[] = [
    { name: "Discount", amount: -discount },
    { name: "Shipping", amount: shipping },
    { name: includesTax(amounts) ? "Includes tax" : "Tax", amount: tax },
  ];
  const present = parts.filter(({ amount }) => amount !== 0);
  return present.length === 0 ? [] : [{ name: "Subtotal", amount: subtotal }, ...present];
}
