import { afterAll, beforeAll, expect, test } from "vitest";
import { snapshot } from "../../../server/domain/checkout.ts";
import { type CheckoutParts, createCheckout } from "../../../server/payments/checkout/checkout.ts";
import { createCustomers } from "../../../server/payments/checkout/customers.ts";
import {
  createEventHandler,
  createWebhooks,
  type EventParts,
  type WebhookParts,
} from "../../../server/payments/events/webhooks.ts";
import { createProvider, type Provider } from "../../../server/payments/provider/provider.ts";
import { createRepeatedSubscriptions } from "../../../server/payments/subscriptions/repeated-subscriptions.ts";
import { atEveryMoment, dyingProcess } from "../../helpers/processes/dying-process.ts";
import { cartWith, contentsOf, pay, paymentPage, readSession } from "../../helpers/shopping.ts";
import { type Merchant, silent, startWorld, type World, webhookSecret } from "../../helpers/world.ts";

let world: World;
let merchant: Merchant;
let provider: Provider;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
  provider = createProvider(
    { secretKey: "sk_test_world", apiBase: world.standInUrl, webhookSecrets: [webhookSecret] },
    () => world.clock.now,
  );
});
afterAll(() => world.close());

const clock = () => world.clock.now;

async function expectOneOrder(cartId: string, sessionId: string): Promise<void> {
  const { id } = await readSession(merchant, sessionId);
  const orders = await world.services.database.orders.listAll(merchant.store.id);
  expect(orders.filter((order) => order.checkoutSessionId === id).length).toBe(1);
  expect(await contentsOf(merchant, cartId)).toEqual({});
}

test("after a crash between any two steps of a checkout, the next one works and is the only one that can be paid", async () => {
  const { database } = world.services;
  const moments = await atEveryMoment(async (moment) => {
    const cartId = await cartWith(merchant, { poster: 1 });
    // An older session of the cart is open, which the dying process would close first.
    const older = await paymentPage(merchant, cartId);
    const cart = await database.carts.find({ storeId: merchant.store.id, cartId });
    if (!cart) throw new Error("The cart is gone.");
    const productIds = cart.lines.map(({ productId }) => productId);
    const products = await database.products.findMany({ storeId: merchant.store.id, productIds });
    const { dead, mortal } = dyingProcess(moment);
    const parts: CheckoutParts = {
      database: { ...database, checkoutSessions: mortal(database.checkoutSessions) },
      provider: mortal(provider),
      customers: createCustomers({ database, provider }),
      repeats: createRepeatedSubscriptions({ database, provider }),
      clock,
      onSettled: () => {},
      defaults: { successUrl: "http://counterpart.test/ok", cancelUrl: "http://counterpart.test/no" },
    };
    const attempt = createCheckout(parts).open({
      store: merchant.store,
      cart,
      snapshot: snapshot(cart.lines, products, cart.currency),
      memberId: null,
      customerEmail: null,
      locale: null,
      shippingCountry: null,
      promotionCode: null,
      metadata: {},
    });
    const ended = await Promise.race([dead, attempt.then(() => "lived" as const)]);

    const url = await paymentPage(merchant, cartId);
    expect(await (await fetch(older)).text()).not.toContain('name="outcome"');
    await expectOneOrder(cartId, await pay(url));
    return ended;
  });
  // Begin, close the older one at the provider and here, open at the provider, store its URL: before and after each.
  expect(moments).toBe(10);
});

test("after a crash between any two steps of settling, a payment still creates exactly one order", async () => {
  const { database } = world.services;
  const moments = await atEveryMoment(async (moment) => {
    const cartId = await cartWith(merchant, { poster: 1 });
    const sessionId = await pay(await paymentPage(merchant, cartId));
    const session = await database.checkoutSessions.find({ storeId: merchant.store.id, sessionId });
    if (!session) throw new Error("The session is gone.");
    const { dead, mortal } = dyingProcess(moment);
    const dying = createCheckout({
      database: { ...database, checkoutSessions: mortal(database.checkoutSessions) },
      provider: mortal(provider),
      customers: createCustomers({ database, provider }),
      repeats: createRepeatedSubscriptions({ database, provider }),
      clock,
      onSettled: () => {},
      defaults: { successUrl: "", cancelUrl: "" },
    });
    const ended = await Promise.race([dead, dying.refresh(session).then(() => "lived" as const)]);
    await world.stripe.deliver();
    await expectOneOrder(cartId, sessionId);
    return ended;
  });
  expect(moments).toBe(4);
});

test("after a crash between any two steps of receiving an event, its retry creates exactly one order", async () => {
  const { database } = world.services;
  const moments = await atEveryMoment(async (moment) => {
    const cartId = await cartWith(merchant, { poster: 1 });
    const sessionId = await pay(await paymentPage(merchant, cartId));
    const event = JSON.stringify(world.stripe.events("checkout.session.completed").at(-1));
    const signature = stripeSignature(event);
    const { dead, mortal } = dyingProcess(moment);
    const parts = {
      database: {
        ...database,
        // The database rolls back the inbox's transaction when a process dies in it.
        checkoutSessions: {
          ...database.checkoutSessions,
          findOfProvider: mortal(database.checkoutSessions).findOfProvider,
        },
        providerEvents: mortal(database.providerEvents),
      },
      provider: { ...provider, readSession: mortal(provider).readSession },
      clock,
      log: silent,
      onSettled: () => {},
      oneSubscription: { follow: async () => {} },
      checkRenewal: async () => {},
      count: () => {},
    };
    const body = Buffer.from(event);
    const ended = await Promise.race([dead, receiver(parts)(body, signature).then(() => "lived" as const)]);
    expect(await receiver({ ...parts, database, provider })(body, signature)).toBe("accepted");
    await expectOneOrder(cartId, sessionId);
    return ended;
  });
  expect(moments).toBeGreaterThanOrEqual(8);
});

function receiver(parts: EventParts & Omit<WebhookParts, "handler">) {
  return createWebhooks({ ...parts, handler: createEventHandler(parts) });
}

function stripeSignature(payload: string): string {
  const timestamp = Math.floor(world.clock.now / 1000);
  const { createHmac } = process.getBuiltinModule("node:crypto");
  const v1 = createHmac("sha256", webhookSecret).update(`${timestamp}.${payload}`).digest("hex");
  return `t=${timestamp},v1=${v1}`;
}
