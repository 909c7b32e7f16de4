import type { components } from "../../../generated/ucp/types.ts";
import { type Amounts, includesTax } from "../../domain/amounts.ts";
import { displayAmount } from "../../domain/money.ts";
import { spread } from "../../domain/spread.ts";

type Total = components["schemas"]["Total"];

interface Line {
  quantity: number;
  unitPriceInCents: number;
}

/**
 * Amounts that add up to the total. A tax that prices include isn't one of them.
 * @param shippingName undefined if nothing is shipped, or no way to ship it is chosen
 */
export function totalsView(
  amounts: Amounts,
  { shippingName }: { shippingName: string | undefined },
): Total[] {
  const { subtotal, discount, shipping, tax } = amounts;
  return [
    total("subtotal", "Subtotal", subtotal),
    ...(discount > 0 ? [total("items_discount", "Discount", -discount)] : []),
    ...(shippingName !== undefined ? [total("fulfillment", shippingName, shipping)] : []),
    ...(tax > 0 && !includesTax(amounts) ? [total("tax", "Tax", tax)] : []),
    total("total", "Total", amounts.total),
  ];
}

/** @param discount the line's part of the purchase's */
export function lineTotals({ quantity, unitPriceInCents }: Line, discount = 0): Total[] {
  const base = quantity * unitPriceInCents;
  return [
    total("subtotal", "Subtotal", base),
    ...(discount > 0 ? [total("items_discount", "Discount", -discount)] : []),
    total("total", "Total", base - discount),
  ];
}

/** The parts of a discount, one for each line. */
export function lineDiscounts(discount: number, lines: Line[]): number[] {
  return spread(
    discount,
    lines.map(({ quantity, unitPriceInCents }) => quantity * unitPriceInCents),
  );
}

export function total(type: string, display_text: string, amount: number): Total {
  return { type, display_text, amount };
}

type Message = components["schemas"]["Message"];

export function warning(code: string, content: string, path?: string): Message {
  return { type: "warning", code, ...(path && { path }), content };
}

/** A tax that prices include is no amount beside the others, so it is a note. */
export function taxNotes(amounts: Amounts, currency: string): Message[] {
  if (amounts.tax === 0 || !includesTax(amounts)) return [];
  const content = `The total includes ${displayAmount(amounts.tax, currency)} of tax.`;
  return [{ type: "info", code: "tax_included", path: "$.totals", content }];
}
