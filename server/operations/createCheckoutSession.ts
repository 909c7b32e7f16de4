import { ApiError } from "@counterpart/server/errors";
import { snapshot } from "../domain/checkout.ts";
import { planRequired, shopError } from "../domain/error-codes.ts";
import { storableMetadata } from "../domain/metadata.ts";
import type { Input, Output, Services } from "../operation.ts";

export async function createCheckoutSession(
  input: Input<"createCheckoutSession">,
  services: Pick<Services, "database" | "checkout" | "resolveMember">,
): Promise<Output<"createCheckoutSession">> {
  const { body, caller, idempotencyToken } = input;
  const { storeId } = caller;
  const { database, checkout, resolveMember } = services;
  const cart = await database.carts.find({ storeId, cartId: body.cartId });
  if (!cart) throw new ApiError("NOT_FOUND", "No such cart.");
  const store = await database.stores.get(storeId);
  const { memberSessionId } = body;
  const memberId = memberSessionId === undefined ? null : await resolveMember({ store, memberSessionId });
  if (memberId === undefined) throw new ApiError("NOT_FOUND", "No such member session, or it has expired.");

  if (store.plan !== "pro") throw planRequired();
  if (!store.isPublished)
    throw shopError("STORE_UNPUBLISHED", "The store isn't published yet, so nothing can be bought.");
  if (!store.paymentsConfigured) {
    throw shopError("PAYMENTS_NOT_CONFIGURED", "The store isn't connected to the payment provider yet.");
  }

  const products = await database.products.ofCart(cart);
  const opened = await checkout.open({
    store,
    cart,
    snapshot: snapshot(cart.lines, products, cart.currency),
    memberId,
    customerEmail: body.customerEmail ?? null,
    locale: body.locale ?? null,
    shippingCountry: body.shippingCountry ?? null,
    promotionCode: body.promotionCode ?? null,
    metadata: storableMetadata(body.metadata ?? {}),
    idempotencyToken,
  });
  // An older session may just have removed its purchase from the cart, or a plan may have lapsed, so start over.
  if (opened === "changed") return createCheckoutSession({ ...input, idempotencyToken: undefined }, services);
  return { status: 200, body: { data: { url: opened.url } } };
}
