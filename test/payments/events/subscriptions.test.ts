import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOf, cartWith, pay, paymentPage, readSession } from "../../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";

let world: World;
let merchant: Merchant;
let members = 0;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

/** A member who is signed in at the merchant's own site. */
async function newMember(of: Merchant = merchant): Promise<{ memberId: string; memberSessionId: string }> {
  const memberId = `member-${++members}`;
  const memberSessionId = `session-of-${memberId}`;
  await world.services.database.memberSessions.register({
    storeId: of.store.id,
    memberId,
    memberSessionId,
    expiresInSeconds: 365 * 24 * 3600,
  });
  return { memberId, memberSessionId };
}

async function subscribe(memberSessionId: string, of: Merchant = merchant): Promise<string> {
  return pay(await paymentPage(of, await cartWith(of, { monthly: 1 }), memberSessionId));
}

function openPortal(memberSessionId: string, of: Merchant = merchant) {
  return of.client.POST("/v1/subscription/portal", { body: { memberSessionId } });
}

/** The provider's id of a member's subscription. */
async function subscriptionOf(memberId: string, of: Merchant = merchant): Promise<string> {
  const [subscription] = await world.services.database.subscriptions.listLive({
    storeId: of.store.id,
    memberId,
  });
  return subscription?.id ?? "none";
}

/** The provider has the same clock. */
async function passDays(days: number): Promise<void> {
  world.clock.now += days * 24 * 3600 * 1000;
  await world.stripe.advance(0);
}

/** Cancels on the portal page, as a person would: the subscription ends with the paid period. */
async function cancelInPortal(url: string, subscription: string): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ action: "cancel", subscription }),
  });
  expect(response.status).toBeLessThan(400);
}

test("a member's portal opens, and is refused once the subscription has ended", async () => {
  const { memberId, memberSessionId } = await newMember();
  expect(answerOf(await openPortal(memberSessionId))).toBe("403 FORBIDDEN");
  await subscribe(memberSessionId);
  await world.stripe.deliver();
  const opened = await openPortal(memberSessionId);
  const url = opened.data?.data.url ?? "";
  expect(await (await fetch(url)).text()).toContain("Print Club");
  await cancelInPortal(url, await subscriptionOf(memberId));
  expect(answerOf(await openPortal(memberSessionId))).toBe("200");
  await passDays(32);
  // No event has arrived yet, so the provider is asked.
  expect(answerOf(await openPortal(memberSessionId))).toBe("403 FORBIDDEN");
  await world.stripe.deliver();
  expect(answerOf(await openPortal(memberSessionId))).toBe("403 FORBIDDEN");
});

test("a subscription's events in reverse order, twice, leave it as it is at the provider", async () => {
  const { memberId, memberSessionId } = await newMember();
  const sessionId = await subscribe(memberSessionId);
  await readSession(merchant, sessionId);
  const id = await subscriptionOf(memberId);
  world.stripe.refuseRenewals(id);
  await passDays(32);
  await world.stripe.deliver({ order: "reverse", times: 2 });
  const known = await world.services.database.subscriptions.find(id);
  expect(known).toMatchObject({ status: "past_due", memberId });
  expect(answerOf(await openPortal(memberSessionId))).toBe("200");
});

test("a subscription that was bought without a member opens no portal", async () => {
  const { memberSessionId } = await newMember();
  await pay(await paymentPage(merchant, await cartWith(merchant, { yearly: 1 })));
  await world.stripe.deliver();
  expect(answerOf(await openPortal(memberSessionId))).toBe("403 FORBIDDEN");
});

test("the same member of another store has no subscription there", async () => {
  const other = await world.merchant();
  const { memberId, memberSessionId } = await newMember();
  await subscribe(memberSessionId);
  await world.stripe.deliver();
  await world.services.database.memberSessions.register({
    storeId: other.store.id,
    memberId,
    memberSessionId,
    expiresInSeconds: 3600,
  });
  expect(answerOf(await openPortal(memberSessionId, other))).toBe("403 FORBIDDEN");
});

test("with a connected account, every call is made there, and its portal is created once", async () => {
  const connected = await world.merchant({ stripeAccount: "acct_harbour" });
  const { memberSessionId } = await newMember(connected);
  const before = world.stripe.requests().length;
  await subscribe(memberSessionId, connected);
  await world.stripe.deliver();
  expect(answerOf(await openPortal(memberSessionId, connected))).toBe("200");
  expect(answerOf(await openPortal(memberSessionId, connected))).toBe("200");
  const asked = world.stripe.requests().slice(before);
  expect(asked.filter(({ account }) => account !== "acct_harbour")).toEqual([]);
  const configurations = asked.filter(
    ({ method, path }) => method === "POST" && path.includes("billing_portal/configurations"),
  );
  expect(configurations.length).toBe(1);
});

test("paymentsConfigured follows the connected account", async () => {
  const connected = await world.merchant({ stripeAccount: "acct_papers" });
  const configured = async () =>
    (await connected.client.GET("/v1/products/store")).data?.data.paymentsConfigured;
  world.stripe.setAccount("acct_papers", { chargesEnabled: false });
  await world.stripe.deliver();
  expect(await configured()).toBe(false);
  world.stripe.setAccount("acct_papers", { chargesEnabled: true });
  await world.stripe.deliver();
  expect(await configured()).toBe(true);
});
