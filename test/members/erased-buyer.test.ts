import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cartWith, dataOf, openCheckout, readSession } from "../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

const idIn = (url: string) => new URL(url).pathname.split("/").at(-1) ?? "";
const ordersOf = async (sessionId: string) => {
  const { id } = await readSession(merchant, sessionId);
  const list = await world.services.database.orders.listAll(merchant.store.id);
  return list.filter(({ checkoutSessionId }) => checkoutSessionId === id);
};
const erase = (buyer: { email: string } | { memberId: string }) =>
  world.services.database.buyers.erase(merchant.store.id, buyer, world.clock.now);

/** Buys with a unique email address. */
async function buy(
  product: string,
  {
    email,
    memberId,
    metadata = {},
    paid = "now",
  }: { email: string; memberId?: string; metadata?: Record<string, string>; paid?: "now" | "later" },
): Promise<string> {
  const cartId = await cartWith(merchant, { [product]: 1 });
  let memberSessionId: string | undefined;
  if (memberId !== undefined) {
    memberSessionId = `msess_${memberId}`;
    const session = { storeId: merchant.store.id, memberId, memberSessionId, expiresInSeconds: 3600 };
    await world.services.database.memberSessions.register(session);
  }
  const member = memberSessionId === undefined ? {} : { memberSessionId };
  const opened = await openCheckout(merchant, cartId, { ...member, metadata });
  const sessionId = idIn(dataOf(opened).url);
  await world.stripe.pay(sessionId, {
    email,
    paid,
    name: "Ines Buyer",
    phone: "+353 1 555 0100",
    shipping: {
      name: "Ines Buyer",
      address: {
        line1: "1 Quay",
        line2: null,
        city: "Cork",
        state: null,
        postal_code: "T12",
        country: "IE",
      },
    },
  });
  await readSession(merchant, sessionId);
  return sessionId;
}

const noBuyer = {
  customerEmail: null,
  customerName: null,
  customerPhone: null,
  shippingAddress: null,
  // An empty object would match every object.
  metadata: expect.toSatisfy((metadata: object) => Object.keys(metadata).length === 0),
};

describe("a buyer who is erased", () => {
  test("is no longer named by any session or order; lines and amounts stay, and other buyers aren't affected", async () => {
    const metadata = { account: "nora" };
    const erased = await buy("poster", { email: "Nora@Reader.example", metadata });
    const other = await buy("poster", { email: "mora@reader.example" });
    expect(await erase({ email: "nORA@reader.EXAMPLE" })).toMatchObject({ checkoutSessions: 1, orders: 1 });
    expect(await readSession(merchant, erased)).toMatchObject({ ...noBuyer, totals: { total: 2400 } });
    expect(await ordersOf(erased)).toMatchObject([
      { ...noBuyer, memberId: null, total: 2400, lines: [{ quantity: 1 }], payments: [{ amount: 2400 }] },
    ]);
    expect(await readSession(merchant, other)).toMatchObject({ customerEmail: "mora@reader.example" });
    expect(await ordersOf(other)).toMatchObject([{ customerEmail: "mora@reader.example" }]);
  });

  test("isn't stored again when the payment arrives days later", async () => {
    const metadata = { account: "later" };
    const sessionId = await buy("poster", { email: "later@reader.example", metadata, paid: "later" });
    await erase({ email: "later@reader.example" });
    await world.stripe.settle(sessionId, "succeed");
    await world.stripe.deliver();
    expect(await readSession(merchant, sessionId)).toMatchObject({ ...noBuyer, paymentOutcome: "paid" });
    expect(await ordersOf(sessionId)).toMatchObject([{ ...noBuyer, paymentStatus: "paid" }]);
  });

  test("as a member, loses the link to the subscription, the customer and the sessions", async () => {
    const { database } = world.services;
    const storeId = merchant.store.id;
    const memberId = "member-erased";
    const sessionId = await buy("monthly", { email: "club@reader.example", memberId });
    await world.stripe.deliver();
    const [subscription] = await database.subscriptions.listLive({ storeId, memberId });
    expect(subscription).toBeDefined();
    expect(await erase({ email: "club@reader.example" })).toMatchObject({
      checkoutSessions: 1,
      orders: 1,
      subscriptions: 1,
      liveSubscriptions: 1,
      customers: 1,
      memberSessions: 1,
    });
    expect(
      await database.memberSessions.member({ storeId, memberSessionId: `msess_${memberId}` }),
    ).toBeUndefined();
    expect(await database.customers.find({ storeId, memberId, account: null })).toBeUndefined();
    const { data } = await merchant.client.POST("/v1/subscription/portal", {
      body: { memberSessionId: `msess_${memberId}` },
    });
    expect(data).toBeUndefined();
    // An event in transit while the member was erased still has the old link.
    if (subscription)
      await database.subscriptions.save({ ...subscription, fetchedAt: world.clock.now + 1000 });
    expect(await database.subscriptions.listLive({ storeId, memberId })).toEqual([]);
    expect(JSON.stringify(dataOf({ data: { data: await ordersOf(sessionId) } }))).not.toContain(memberId);
  });

  test("is erased by member id, although they bought with several addresses", async () => {
    const memberId = "member-several";
    const ids = [
      await buy("poster", { email: "one@reader.example", memberId }),
      await buy("poster", { email: "two@reader.example", memberId }),
    ];
    expect(await erase({ memberId })).toMatchObject({ checkoutSessions: 2, orders: 2, memberSessions: 1 });
    for (const id of ids) expect(await readSession(merchant, id)).toMatchObject(noBuyer);
  });
});
