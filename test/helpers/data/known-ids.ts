import { cartWith, orderOf, pay, paymentPage, readSession } from "../shopping.ts";
import { subscriptionOf } from "../subscribing.ts";
import type { Merchant } from "../world.ts";

/** Ids that exist, by the names that the document gives to parameters and properties. */
export async function knownIds(merchant: Merchant): Promise<Record<string, string>> {
  const paid = await pay(await paymentPage(merchant, await cartWith(merchant, { poster: 1 })));
  await readSession(merchant, paid);
  const { id } = await orderOf(merchant, paid);
  const subscribed = await pay(await paymentPage(merchant, await cartWith(merchant, { monthly: 1 })));
  await readSession(merchant, subscribed);
  return {
    orderId: id,
    subscriptionId: await subscriptionOf(merchant, subscribed),
    productId: merchant.products.poster ?? "",
    cartId: await cartWith(merchant, { poster: 1 }),
    sessionId: paid,
  };
}
