import { cartWith, pay, paymentPage, readSession } from "./shopping.ts";
import type { Merchant, World } from "./world.ts";

/** Signs in a member of the merchant's own system, and returns the session. */
export async function signIn(
  { services }: Pick<World, "services">,
  { store }: Merchant,
  memberId: string,
): Promise<string> {
  const memberSessionId = `session of ${memberId} at ${store.slug}`;
  const member = { storeId: store.id, memberId, memberSessionId, expiresInSeconds: 365 * 24 * 3600 };
  await services.database.memberSessions.register(member);
  return memberSessionId;
}

/** Subscribes a member, or a guest, and returns the provider's id of the subscription. */
export async function subscribe(
  world: Pick<World, "services">,
  merchant: Merchant,
  memberId?: string,
  quantities: Record<string, number> = { monthly: 1 },
): Promise<string> {
  const memberSessionId = memberId === undefined ? undefined : await signIn(world, merchant, memberId);
  const sessionId = await pay(
    await paymentPage(merchant, await cartWith(merchant, quantities), memberSessionId),
  );
  await readSession(merchant, sessionId);
  return subscriptionOf(merchant, sessionId);
}

/** The subscription from a checkout session. */
export async function subscriptionOf({ client }: Merchant, sessionId: string): Promise<string> {
  const { data } = await client.GET("/v1/orders", { params: { query: { sessionId } } });
  const id = data?.data[0]?.subscriptionId;
  if (!id) throw new Error("The session's order has no subscription.");
  return id;
}

/** Changes a subscription with Stripe's parameters, as the portal or the provider's dashboard does, and delivers the event. */
export async function changeAtProvider(
  { standInUrl, stripe }: Pick<World, "standInUrl" | "stripe">,
  id: string,
  params: Record<string, string>,
): Promise<void> {
  const response = await fetch(`${standInUrl}/v1/subscriptions/${id}`, {
    method: "POST",
    headers: { Authorization: "Bearer sk_test_world" },
    body: new URLSearchParams(params),
  });
  if (!response.ok) throw new Error(await response.text());
  await stripe.deliver();
}
