import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  answerOf,
  cartWith,
  dataOf,
  openCheckout,
  pay,
  paymentPage,
  readSession,
} from "../../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";

let world: World;
let merchant: Merchant;
let members = 0;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

interface Member {
  memberId: string;
  memberSessionId: string;
}

/** A member who is signed in at the merchant's own site. */
async function newMember(of: Merchant = merchant, memberId = `member-${++members}`): Promise<Member> {
  const memberSessionId = `session-of-${memberId}-at-${of.store.slug}`;
  const session = { storeId: of.store.id, memberId, memberSessionId, expiresInSeconds: 365 * 24 * 3600 };
  await world.services.database.memberSessions.register(session);
  return { memberId, memberSessionId };
}

/** Buys one of a product, as a member or as a guest. Returns the provider's session. */
async function buy(reference: string, member?: Member, of: Merchant = merchant): Promise<string> {
  const cartId = await cartWith(of, { [reference]: 1 });
  const sessionId = await pay(await paymentPage(of, cartId, member?.memberSessionId));
  await readSession(of, sessionId);
  return sessionId;
}

function openPortal({ memberSessionId }: Member, of: Merchant = merchant) {
  return of.client.POST("/v1/subscription/portal", { body: { memberSessionId } });
}

async function portalPage(member: Member, of: Merchant = merchant): Promise<string> {
  return (await fetch(dataOf(await openPortal(member, of)).url)).text();
}

/** The customer of a session at the stand-in. */
function customerOf(sessionId: string): string | null {
  const objects = world.stripe.events("checkout.session.completed").map(({ data }) => data.object);
  const sessions = objects as { id: string; customer: string | null }[];
  return sessions.find(({ id }) => id === sessionId)?.customer ?? null;
}

/** Customers created at the provider since then. */
const customersMade = (since: number) => world.stripe.events("customer.created").slice(since).length;

/** A call that only the provider's dashboard would make. */
async function atProvider(method: string, path: string, account?: string): Promise<void> {
  const { ok, status } = await fetch(`${world.standInUrl}/v1${path}`, {
    method,
    headers: { Authorization: "Bearer sk_test_dashboard", ...(account && { "Stripe-Account": account }) },
  });
  if (!ok) throw new Error(`The provider answered ${status}.`);
}

/** The member's subscriptions as stored before customers were stored. */
async function subscribedBefore(reference: string, member: Member): Promise<string> {
  const sessionId = await buy(reference);
  const customerId = customerOf(sessionId);
  const { subscriptions } = world.services.database;
  const guests = (await subscriptions.list(merchant.store.id)).find((one) => one.customerId === customerId);
  if (!guests) throw new Error("There is no such subscription.");
  await subscriptions.save({ ...guests, memberId: member.memberId });
  return customerId ?? "";
}

describe("a member has one customer", () => {
  test("so that the portal shows the second subscription too", async () => {
    const ines = await newMember();
    const before = world.stripe.events("customer.created").length;
    const sessions = [await buy("monthly", ines), await buy("yearly", ines), await buy("poster", ines)];
    expect(customersMade(before)).toBe(1);
    expect(new Set(sessions.map(customerOf)).size).toBe(1);
    const page = await portalPage(ines);
    expect(page).toMatch(/Print Club(?!,)/);
    expect(page).toContain("Print Club, a year");
  });

  test("when the first two checkouts begin at the same moment", async () => {
    const ines = await newMember();
    const carts = await Promise.all(["monthly", "yearly"].map((one) => cartWith(merchant, { [one]: 1 })));
    const before = world.stripe.events("customer.created").length;
    const urls = await Promise.all(carts.map((id) => paymentPage(merchant, id, ines.memberSessionId)));
    expect(customersMade(before)).toBe(1);
    const sessions = [await pay(urls[0] ?? ""), await pay(urls[1] ?? "")];
    expect(new Set(sessions.map(customerOf)).size).toBe(1);
  });

  test("at each store, and on each account that the store has had", async () => {
    const other = await world.merchant();
    const connected = await world.merchant({
      stripeAccount: "acct_customers",
      allowsRepeatSubscriptions: true,
    });
    const before = world.stripe.events("customer.created").length;
    await buy("monthly", await newMember(merchant, "everywhere"));
    await buy("monthly", await newMember(other, "everywhere"), other);
    const there = await newMember(connected, "everywhere");
    await buy("monthly", there, connected);
    await world.services.database.stores.update(connected.store.slug, { stripeAccount: "acct_customers2" });
    await buy("monthly", there, connected);
    await buy("yearly", there, connected);
    expect(customersMade(before)).toBe(4);
  });

  test("who is deleted at the provider: the next checkout creates another one", async () => {
    const ines = await newMember();
    const dead = customerOf(await buy("monthly", ines));
    await atProvider("DELETE", `/customers/${dead}`);
    const before = world.stripe.events("customer.created").length;
    const alive = customerOf(await buy("yearly", ines));
    expect(alive).not.toBe(dead);
    expect(customerOf(await buy("monthly", ines))).toBe(alive);
    expect(customersMade(before)).toBe(1);
  });

  test("whom the provider doesn't know: concurrent checkouts create one other", async () => {
    const ines = await newMember();
    const owner = { storeId: merchant.store.id, memberId: ines.memberId, account: null };
    await world.services.database.customers.save(owner, "cus_of_other_keys");
    const carts = await Promise.all(["monthly", "yearly"].map((one) => cartWith(merchant, { [one]: 1 })));
    const before = world.stripe.events("customer.created").length;
    const urls = await Promise.all(carts.map((id) => paymentPage(merchant, id, ines.memberSessionId)));
    expect(customersMade(before)).toBe(1);
    const sessions = [await pay(urls[0] ?? ""), await pay(urls[1] ?? "")];
    const [customer] = sessions.map(customerOf);
    expect(sessions.map(customerOf)).toEqual([customer, customer]);
    expect(await world.services.database.customers.find(owner)).toBe(customer);
  });

  test("that came with a subscription from before customers were stored", async () => {
    const ines = await newMember();
    const known = await subscribedBefore("monthly", ines);
    expect(customerOf(await buy("yearly", ines))).toBe(known);
    expect(await portalPage(ines)).toContain("Print Club, a year");
  });
});

test("a guest pays without a customer, and subscribes with a new one each time", async () => {
  const carts = [await cartWith(merchant, { poster: 1 }), await cartWith(merchant, { monthly: 1 })];
  const from = world.stripe.requests().length;
  for (const cartId of carts) expect(answerOf(await openCheckout(merchant, cartId))).toBe("200");
  const asked = world.stripe.requests().slice(from);
  expect(asked.map(({ path, form }) => [path, form.customer])).toEqual([
    ["/v1/checkout/sessions", undefined],
    ["/v1/checkout/sessions", undefined],
  ]);
});

describe("the portal of a member whose subscriptions belong to several customers", () => {
  test("opens for the newest live one", async () => {
    const ines = await newMember();
    await subscribedBefore("monthly", ines);
    world.clock.now += 60_000;
    await subscribedBefore("yearly", ines);
    expect(await portalPage(ines)).toContain("Print Club, a year");
  });

  test("opens for the customer that is stored for the member, even if it is the older one", async () => {
    const ines = await newMember();
    const kept = await subscribedBefore("yearly", ines);
    const owner = { storeId: merchant.store.id, memberId: ines.memberId, account: null };
    await world.services.database.customers.save(owner, kept);
    world.clock.now += 60_000;
    await subscribedBefore("monthly", ines);
    expect(await portalPage(ines)).toContain("Print Club, a year");
  });
});

test("200 the portal of a guest's subscription that was given to a member, whose next one has the same customer", async () => {
  const ines = await newMember();
  const customerId = customerOf(await buy("monthly"));
  const { subscriptions } = world.services.database;
  const storeId = merchant.store.id;
  const { id = "" } = (await subscriptions.list(storeId)).find((one) => one.customerId === customerId) ?? {};
  expect(answerOf(await openPortal(ines))).toBe("403 FORBIDDEN");
  await subscriptions.attach({ id, storeId, memberId: ines.memberId });
  expect(answerOf(await openPortal(ines))).toBe("200");
  await world.stripe.deliver();
  expect(customerOf(await buy("yearly", ines))).toBe(customerId);
  expect(await portalPage(ines)).toContain("Print Club, a year");
});

test("200 the portal of a member who is behind with a payment, so that they can pay", async () => {
  const ines = await newMember();
  await buy("monthly", ines);
  const owner = { storeId: merchant.store.id, memberId: ines.memberId };
  const [subscription] = await world.services.database.subscriptions.listLive(owner);
  world.stripe.endDunningIn("unpaid");
  world.stripe.refuseRenewals(subscription?.id ?? "");
  world.clock.now += 60 * 24 * 3600 * 1000;
  await world.stripe.advance(0);
  expect(answerOf(await openPortal(ines))).toBe("200");
  expect(await world.services.database.subscriptions.listLive(owner)).toMatchObject([{ status: "unpaid" }]);
  expect(await portalPage(ines)).toContain("Print Club");
});
