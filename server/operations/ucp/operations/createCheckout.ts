import type { Services } from "../../../operation.ts";
import { negotiate } from "../negotiate.ts";
import { NoCheckout, reasonIn } from "../no-checkout.ts";
import type { Input, Output, Schemas } from "../operation.ts";
import { requestedChange } from "../requested-change.ts";
import { checkoutView, withDeclined } from "../views/checkout-view.ts";

type Needed = Pick<Services, "database" | "agentPurchases" | "readPlatformProfile" | "publicUrl">;

export async function createCheckout(
  input: Input<"createCheckout">,
  services: Needed,
): Promise<Output<"createCheckout">> {
  return created(input, services)
    .then((body) => ({ status: 201 as const, body }))
    .catch((error: unknown) => ({ status: 200, body: reasonIn(error) }));
}

/** @throws NoCheckout if nothing of it is for sale */
async function created(input: Input<"createCheckout">, services: Needed): Promise<Schemas["Checkout"]> {
  const { body, caller, idempotencyToken } = input;
  const { agentPurchases } = services;
  const negotiated = await negotiate(input, services);
  const { store, active } = negotiated;
  const by = { store, agent: caller.keyId, idempotencyToken };
  const purchase = await agentPurchases.create(by, requestedChange(body, active));
  const { session, quote } = purchase;
  if (quote.sold.length > 0) return withDeclined(await checkoutView(purchase, negotiated, services), body);
  await agentPurchases.cancel(store, { storeId: store.id, agent: caller.keyId, sessionId: session.id });
  const reasons = quote.problems.filter(({ line }) => line !== undefined).map(({ message }) => message);
  throw new NoCheckout("item_unavailable", reasons.join(" ") || "Nothing can be bought.");
}
