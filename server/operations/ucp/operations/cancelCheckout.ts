import type { Services } from "../../../operation.ts";
import { addressedCheckout, ended } from "../addressed-checkout.ts";
import { negotiate } from "../negotiate.ts";
import { checkoutOrReason } from "../no-checkout.ts";
import type { Input, Output } from "../operation.ts";
import { checkoutView } from "../views/checkout-view.ts";

export async function cancelCheckout(
  input: Input<"cancelCheckout">,
  services: Pick<Services, "database" | "agentPurchases" | "readPlatformProfile" | "publicUrl">,
): Promise<Output<"cancelCheckout">> {
  return checkoutOrReason(async () => {
    const negotiated = await negotiate(input, services);
    const purchase = await services.agentPurchases.cancel(negotiated.store, addressedCheckout(input));
    if (!purchase) throw ended();
    return checkoutView(purchase, negotiated, services);
  });
}
