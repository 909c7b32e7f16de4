import type { Services } from "../../../operation.ts";
import { addressedCheckout } from "../addressed-checkout.ts";
import { negotiate } from "../negotiate.ts";
import { checkoutOrReason } from "../no-checkout.ts";
import type { Input, Output } from "../operation.ts";
import { checkoutView } from "../views/checkout-view.ts";

export async function getCheckout(
  input: Input<"getCheckout">,
  services: Pick<Services, "database" | "agentPurchases" | "readPlatformProfile" | "publicUrl">,
): Promise<Output<"getCheckout">> {
  return checkoutOrReason(async () => {
    const negotiated = await negotiate(input, services);
    const purchase = await services.agentPurchases.read(negotiated.store, addressedCheckout(input));
    return checkoutView(purchase, negotiated, services);
  });
}
