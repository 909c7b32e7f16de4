import { afterAll, beforeAll, expect, test } from "vitest";
import { createProvider, type Provider } from "../../../server/payments/provider/provider.ts";
import { createRefundOrder } from "../../../server/payments/refunds/refund-order.ts";
import { settleDuplicate } from "../../../server/payments/subscriptions/settle-duplicate.ts";
import { atEveryMoment, dyingProcess } from "../../helpers/processes/dying-process.ts";
import { cartWith, orderOf, pay, paymentPage } from "../../helpers/shopping.ts";
import { signIn } from "../../helpers/subscribing.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";

let world: World;
let merchant: Merchant;
let provider: Provider;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
  const settings = { secretKey: "sk_test_world", apiBase: world.standInUrl, webhookSecrets: [] };
  provider = createProvider(settings, () => world.clock.now);
});
afterAll(() => world.close());

test("after a crash between any two steps, a second subscription is cancelled and refunded once", async () => {
  const { database, checkout } = world.services;
  const moments = await atEveryMoment(async (moment) => {
    const memberSessionId = await signIn(world, merchant, `member at ${moment}`);
    const pages = [
      await paymentPage(merchant, await cartWith(merchant, { monthly: 1 }), memberSessionId),
      await paymentPage(merchant, await cartWith(merchant, { monthly: 1 }), memberSessionId),
    ];
    const sessionIds: string[] = [];
    for (const page of pages) {
      world.clock.now += 1000;
      sessionIds.push(await pay(page));
    }
    // Handling it waits for the process that dies.
    const storeId = merchant.store.id;
    for (const sessionId of sessionIds) {
      const session = await database.checkoutSessions.find({ storeId, sessionId });
      if (!session) throw new Error("The session is gone.");
      const outcome = await provider.readSession({ id: sessionId, account: null });
      await database.checkoutSessions.settle(session.id, outcome, world.clock.now);
    }
    const { dead, mortal } = dyingProcess(moment);
    const parts = {
      database: {
        ...database,
        duplicateSubscriptions: mortal(database.duplicateSubscriptions),
        subscriptions: mortal(database.subscriptions),
      },
      provider: mortal(provider),
      checkout,
      refundOrder: createRefundOrder({
        database: { ...database, orders: mortal(database.orders) },
        provider: mortal(provider),
      }),
    };
    const attempt = async () => {
      const [claimed] = await parts.database.duplicateSubscriptions.claimDue({ limit: 1 });
      if (claimed) await settleDuplicate(claimed, parts);
      return "lived" as const;
    };
    const ended = await Promise.race([dead, attempt()]);

    world.clock.now += 2 * 60_000;
    await world.sweep();
    await world.stripe.deliver();
    const orders = await Promise.all(sessionIds.map((id) => orderOf(merchant, id)));
    expect(orders.map(({ status }) => status)).toEqual(["paid", "refunded"]);
    const [, { payments = [], refunds = [], subscriptionId = "" } = {}] = orders;
    expect(refunds).toMatchObject([{ amount: 900, status: "succeeded" }]);
    expect(await provider.readRefunds({ id: payments[0]?.id ?? "", account: null })).toMatchObject({
      refunds: [{ amount: 900 }],
    });
    expect(await provider.readSubscription({ id: subscriptionId ?? "", account: null })).toMatchObject({
      status: "canceled",
    });
    const duplicate = { storeId, subscriptionId: subscriptionId ?? "" };
    expect(await database.duplicateSubscriptions.find(duplicate)).toMatchObject({
      settledAt: expect.any(Number),
    });
    return ended;
  });
  // Claiming, cancelling and recording it, refunding and recording it, and settling: before and after each.
  expect(moments).toBeGreaterThanOrEqual(16);
});
