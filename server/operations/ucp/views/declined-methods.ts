import { warning } from "../../../views/ucp/notes.ts";
import type { Schemas } from "../operation.ts";
import { isShipping } from "../requested-change.ts";

/** With a warning if the request wants the order to be picked up. */
export function withDeclined(
  checkout: Schemas["Checkout"],
  { fulfillment }: Pick<Schemas["NewCheckout"] | Schemas["ChangedCheckout"], "fulfillment">,
): Schemas["Checkout"] {
  if (!checkout.fulfillment || fulfillment?.methods?.every(isShipping) !== false) return checkout;
  const message = warning("fulfillment_changed", "The store only ships. Nothing can be picked up.");
  return { ...checkout, messages: [...(checkout.messages ?? []), message] };
}
