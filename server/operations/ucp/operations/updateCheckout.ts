import type { Services } from "../../../operation.ts";
import { addressedCheckout, refuseEnded } from "../addressed-checkout.ts";
import { negotiate } from "../negotiate.ts";
import { checkoutOrReason } from "../no-checkout.ts";
import type { Input, Output } from "../operation.ts";
import { requestedChange } from "../requested-change.ts";
import { checkoutView, withDeclined } from "../views/checkout-view.ts";

export async function updateCheckout(
  input: Input<"updateCheckout">,
  services: Pick<Services, "database" | "agentPurchases" | "readPlatformProfile" | "publicUrl">,
): Promise<Output<"updateCheckout">> {
  return checkoutOrReason(async () => {
    const negotiated = await negotiate(input, services);
    const { store, active } = negotiated;
    const purchase = await services.agentPurchases
      .change(store, addressedCheckout(input), requestedChange(input.body, active))
      .catch(refuseEnded);
    return withDeclined(await checkoutView(purchase, negotiated, services), input.body);
  });
}
