import type { components } from "../../../generated/ucp/types.ts";
import { type Amounts, includesTax } from "../../domain/amounts.ts";
import { displayAmount } from "../../domain/money.ts";

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
