import type { Stripe } from "stripe";
import type { Sum, TaxBehavior } from "./sums.ts";
import type { Rate } from "./tax-table.ts";

type BreakdownTax = Stripe.Checkout.Session.TotalDetails.Breakdown.Tax;
type TotalTax = Stripe.Invoice.TotalTax;

/** Stripe creates such rates for its calculations; they can't be used elsewhere. */
function newTaxRate(created: number, rate: Rate, behavior: TaxBehavior): Stripe.TaxRate {
  return {
    id: `txr_${rate.country}${String(rate.percentage).replace(".", "")}${behavior}`,
    object: "tax_rate",
    active: false,
    country: rate.country,
    created,
    description: null,
    display_name: rate.kind.toUpperCase(),
    effective_percentage: rate.percentage,
    flat_amount: null,
    inclusive: behavior === "inclusive",
    jurisdiction: rate.country,
    jurisdiction_level: "country",
    livemode: false,
    metadata: {},
    percentage: rate.percentage,
    rate_type: "percentage",
    state: null,
    tax_type: rate.kind,
  };
}

/** A line's tax, in a list because Stripe's lines may have several. */
export function taxesOf(created: number, sum: Sum): BreakdownTax[] {
  if (!sum.rate) return [];
  return [
    {
      amount: sum.tax,
      rate: newTaxRate(created, sum.rate, sum.behavior),
      taxability_reason: sum.rate.reason,
      taxable_amount: sum.taxable,
    },
  ];
}

/** The taxes of several lines, added up by rate. */
export function taxesByRate(created: number, sums: Sum[]): BreakdownTax[] {
  const byRate = new Map<string, BreakdownTax>();
  for (const tax of sums.flatMap((sum) => taxesOf(created, sum))) {
    const key = `${tax.rate.id} ${tax.taxability_reason}`;
    const known = byRate.get(key);
    if (!known) byRate.set(key, tax);
    else {
      known.amount += tax.amount;
      known.taxable_amount = (known.taxable_amount ?? 0) + (tax.taxable_amount ?? 0);
    }
  }
  return [...byRate.values()];
}

/** The form that invoices have them in. */
export function onInvoice({
  amount,
  rate,
  taxability_reason: reason,
  taxable_amount: taxable,
}: BreakdownTax): TotalTax {
  return {
    amount,
    tax_behavior: rate.inclusive ? "inclusive" : "exclusive",
    tax_rate_details: { tax_rate: rate.id },
    taxability_reason: reason ?? "standard_rated",
    taxable_amount: taxable,
    type: "tax_rate_details",
  };
}
