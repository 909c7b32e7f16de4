import type { Stripe } from "stripe";
import type { Payer } from "../state/buyer.ts";

type TaxId = Stripe.Checkout.Session.CustomerDetails.TaxId;

/** The kinds that a value's first letters show. Stripe's page knows the country instead. */
const kinds: [prefix: RegExp, type: TaxId["type"]][] = [
  [/^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)/, "eu_vat"],
  [/^GB/, "gb_vat"],
  [/^CHE/, "ch_uid"],
];

/** A business's tax id, as the session and its invoice have it. */
export function taxIdsOf({ business }: Payer): TaxId[] {
  if (!business) return [];
  const value = business.taxId.replaceAll(/[\s.-]/g, "").toUpperCase();
  const type = kinds.find(([prefix]) => prefix.test(value))?.[1] ?? "unknown";
  return [{ type, value }];
}
