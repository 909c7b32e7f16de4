import type { TaxMode } from "../../../domain/tax.ts";
import type { Html } from "../../route.ts";
import { selectField } from "../../view/forms.ts";

export const taxLabel = "Tax";

export const taxHint =
  "To calculate it, Stripe needs your origin address and your registrations in its tax settings";

const options: [TaxMode, string][] = [
  ["off", "Not calculated"],
  ["inclusive", "Calculated by Stripe; prices include it"],
  ["exclusive", "Calculated by Stripe, and added to prices"],
];

/** Whether the provider calculates tax. */
export function taxField(
  value: string,
  { hint, fault }: { hint: string | undefined; fault: string | undefined },
): Html {
  return selectField({ label: taxLabel, name: "tax", value, options, hint, fault });
}
