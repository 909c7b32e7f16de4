import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "../../../server/database/database.ts";
import type { StoreChange } from "../../../server/database/queries/stores.ts";
import { snapshot } from "../../../server/domain/checkout.ts";
import type { CheckoutSessionRecord } from "../../../server/domain/checkout-session.ts";
import { editProduct, type ProductChange } from "../../../server/merchants/products/edit-product.ts";
import { createCheckout } from "../../../server/payments/checkout/checkout.ts";
import { createClosePages } from "../../../server/payments/checkout/close-pages.ts";
import { createCustomers } from "../../../server/payments/checkout/customers.ts";
import { createProvider } from "../../../server/payments/provider/provider.ts";
import { createRepeatedSubscriptions } from "../../../server/payments/subscriptions/repeated-subscriptions.ts";
import { migratedDatabase } from "../../helpers/data/test-database.ts";
import { answerOf, cartWith, isPayable, openCheckout, pay, paymentPage } from "../../helpers/shopping.ts";
import { type Merchant, sampleProducts, startWorld, type World } from "../../helpers/world.ts";

const minuteMs = 60_000;
const by = { kind: "person", id: "usr_ann" } as const;
const [poster] = sampleProducts;

let world: World;
let database: Database;
/** For another process, whose changes come after the server's reads. */
let elsewhere: Database;
let merchant: Merchant;
beforeAll(async () => {
  const testDatabase = await migratedDatabase();
  world = await startWorld({ databaseUrl: testDatabase.url });
  ({ database } = world.services);
  elsewhere = await openDatabase(testDatabase.url, () => world.clock.now);
  return async () => {
    await elsewhere.close();
    await world.close();
    await testDatabase.drop();
  };
});
beforeEach(async () => {
  merchant = await world.merchant({ stripeAccount: "acct_1" });
});

const sessionOf = async (url: string): Promise<CheckoutSessionRecord> => {
  const sessionId = new URL(url).pathname.split("/").at(-1) ?? "";
  const found = await database.checkoutSessions.find({ storeId: merchant.store.id, sessionId });
  if (!found) throw new Error("The session is recorded.");
  return found;
};

const pageWith = async (quantities: Record<string, number>, of = merchant) =>
  paymentPage(of, await cartWith(of, quantities));

const edit = (product: string, change: ProductChange) =>
  editProduct(database, { storeId: merchant.store.id, product }, { version: undefined, change, by });
const update = (change: StoreChange) => database.stores.update(merchant.store.slug, change, by);
const importChanged = (change: object) =>
  database.products.import(merchant.store.id, [{ ...poster, ...change } as (typeof sampleProducts)[number]]);
const close = () => world.services.closePages.ofStore(merchant.store.id);
const payable = () => database.pagesToClose.left({ storeId: merchant.store.id, now: world.clock.now });

function awayMeanwhile() {
  world.stripe.fail({ how: 503, method: "POST", path: "/v1/checkout/sessions/", requests: 1000 });
  onTestFinished(() => world.stripe.clearFailures());
}

describe("an open payment page is closed", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["is taken off sale", () => edit("poster", { isActive: false })],
    ["is off sale after an import", () => importChanged({ isActive: false })],
    ["is priced in another currency after an import", () => importChanged({ currency: "usd" })],
  ])("when a product on it %s, and no other page is closed", async (_, change) => {
    const [withIt, alone] = [await pageWith({ font: 1, poster: 2 }), await pageWith({ font: 1 })];
    const other = await world.merchant();
    const theirs = await pageWith({ poster: 1 }, other);
    await change();
    expect(await close()).toBeUndefined();
    expect(await Promise.all([withIt, alone, theirs].map(isPayable))).toEqual([false, true, true]);
    expect(await sessionOf(withIt)).toMatchObject({ status: "expired", url: null });
  });

  test.each<[string, StoreChange]>([
    ["is unpublished", { isPublished: false }],
    ["has another plan", { plan: "free" }],
    ["takes no payments", { paymentsConfigured: false }],
    ["has another account", { stripeAccount: "acct_2" }],
    ["has the platform's own account", { stripeAccount: null }],
  ])("when its store %s, on the account where it was opened", async (_, change) => {
    const pages = [await pageWith({ poster: 1 }), await pageWith({ monthly: 1 })];
    const theirs = await pageWith({ poster: 1 }, await world.merchant());
    await update(change);
    expect(await close()).toBeUndefined();
    expect(await Promise.all([...pages, theirs].map(isPayable))).toEqual([false, false, true]);
  });

  test("when the provider stops the account's payments", async () => {
    const page = await pageWith({ poster: 1 });
    await database.stores.setChargeable("acct_1", false);
    await world.sweep();
    expect(await isPayable(page)).toBe(false);
  });

  test("by the next sweep when the process that made the change died", async () => {
    const page = await pageWith({ poster: 1 });
    await edit("poster", { isActive: false });
    await world.sweep();
    expect(await isPayable(page)).toBe(false);
    expect(await sessionOf(page)).toMatchObject({ status: "expired" });
  });

  test("and becomes an order if it was paid at the same moment", async () => {
    const page = await pageWith({ poster: 1 });
    await pay(page);
    await edit("poster", { isActive: false });
    expect(await close()).toBeUndefined();
    expect(await sessionOf(page)).toMatchObject({ status: "complete", paymentOutcome: "paid" });
    expect(await database.orders.listAll(merchant.store.id)).toHaveLength(1);
  });
});

describe("an open payment page stays open", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["a product's price or name changes", () => edit("poster", { priceInCents: 9900, name: "Dearer" })],
    ["an import changes the price", () => importChanged({ priceInCents: 9900 })],
    ["a product comes on sale", () => edit("retired", { isActive: true })],
    ["the store's profile changes", () => update({ name: "Quay Press", shipsTo: ["ie"] })],
  ])("when %s", async (_, change) => {
    const page = await pageWith({ poster: 1 });
    await change();
    expect(await payable()).toBeUndefined();
    await world.sweep();
    expect(await isPayable(page)).toBe(true);
  });

  test("while the provider can't be reached, which is reported, and is closed afterwards", async () => {
    const page = await pageWith({ poster: 1 });
    awayMeanwhile();
    await edit("poster", { isActive: false });
    const { expiresAt } = await sessionOf(page);
    expect(await close()).toEqual({ count: 1, until: expiresAt });
    expect(await isPayable(page)).toBe(true);
    for (let minute = 0; minute < 3; minute++) {
      world.clock.now += minuteMs;
      await world.sweep();
    }
    expect(await payable()).toEqual({ count: 1, until: expiresAt });
    world.stripe.clearFailures();
    world.clock.now += minuteMs;
    await world.sweep();
    expect([await isPayable(page), await payable()]).toEqual([false, undefined]);
  });

  test("while its former account is gone, until it expires", async () => {
    const gone = await world.merchant({ stripeAccount: "acct_gone" });
    const page = await pageWith({ poster: 1 }, gone);
    world.stripe.setAccess("acct_gone", false);
    await database.stores.update(gone.store.slug, { stripeAccount: "acct_2" }, by);
    const left = await world.services.closePages.ofStore(gone.store.id);
    expect(left).toEqual({ count: 1, until: world.clock.now + 31 * minuteMs });
    world.clock.now += 33 * minuteMs;
    await world.sweep();
    expect(await world.services.closePages.ofStore(gone.store.id)).toBeUndefined();
    const sessionId = new URL(page).pathname.split("/").at(-1) ?? "";
    const session = await database.checkoutSessions.find({ storeId: gone.store.id, sessionId });
    expect(session?.status).toBe("expired");
  });
});

test("a person waits for an unresponsive provider, but not until its timeout", async () => {
  await pageWith({ poster: 1 });
  await edit("poster", { isActive: false });
  const { promise, resolve } = Promise.withResolvers<CheckoutSessionRecord>();
  const closePages = createClosePages({
    database,
    end: () => promise,
    clock: () => world.clock.now,
    log: { warn: () => {} },
    maxWaitMs: 50,
  });
  expect(await closePages.ofStore(merchant.store.id)).toMatchObject({ count: 1 });
  resolve({} as CheckoutSessionRecord);
});

describe("a checkout that begins while another process makes it impossible", () => {
  const takeOffSale = () =>
    editProduct(
      elsewhere,
      { storeId: merchant.store.id, product: "poster" },
      { version: undefined, change: { isActive: false }, by },
    );
  const updateElsewhere = (change: StoreChange) => elsewhere.stores.update(merchant.store.slug, change);

  let opens: number;

  /** The server has read the store, the cart and the products before the change. */
  async function openDuring(change: () => Promise<unknown>) {
    const cartId = await cartWith(merchant, { poster: 1 });
    opens = 0;
    return world.withServices(
      ({ checkout, ...services }) => ({
        ...services,
        checkout: {
          ...checkout,
          open: async (request) => {
            if (opens++ === 0) await change();
            return checkout.open(request);
          },
        },
      }),
      () => openCheckout(merchant, cartId),
    );
  }

  test.each<[string, () => Promise<unknown>]>([
    ["409 CONFLICT", takeOffSale],
    ["409 STORE_UNPUBLISHED", () => updateElsewhere({ isPublished: false })],
    ["409 PAYMENTS_NOT_CONFIGURED", () => updateElsewhere({ paymentsConfigured: false })],
    ["403 PRO_PLAN_REQUIRED", () => updateElsewhere({ plan: "free" })],
  ])("is %s, at the second check", async (expected, change) => {
    expect(answerOf(await openDuring(change))).toBe(expected);
    expect(opens).toBe(1);
    expect(await payable()).toBeUndefined();
  });

  test("is opened on the store's current account", async () => {
    const answer = await openDuring(() => updateElsewhere({ stripeAccount: "acct_2" }));
    expect(answerOf(answer)).toBe("200");
    expect(await sessionOf(answer.data?.data.url ?? "")).toMatchObject({ account: "acct_2" });
  });

  test("is 409 CONFLICT while the provider is opening its page, which is then closed", async () => {
    const cartId = await cartWith(merchant, { poster: 1 });
    const settings = { secretKey: "sk_test_world", apiBase: world.standInUrl, webhookSecrets: [] };
    const provider = createProvider(settings, () => world.clock.now);
    const pages: string[] = [];
    const checkout = createCheckout({
      clock: () => world.clock.now,
      onSettled: () => {},
      defaults: { successUrl: "https://shop.example/", cancelUrl: "https://shop.example/" },
      database,
      customers: createCustomers({ database, provider }),
      repeats: createRepeatedSubscriptions({ database, provider }),
      provider: {
        ...provider,
        openSession: async (session) => {
          const opened = await provider.openSession(session);
          pages.push(opened.url);
          await takeOffSale();
          return opened;
        },
      },
    });
    const answer = await world.withServices(
      (services) => ({ ...services, checkout }),
      () => openCheckout(merchant, cartId),
    );
    expect(answerOf(answer)).toBe("409 CONFLICT");
    expect(answer.error?.error).toContain("is no longer for sale");
    expect(await Promise.all(pages.map(isPayable))).toEqual([false]);
    expect(await payable()).toBeUndefined();
  });
});

test("a retry doesn't get a page that is about to be closed", async () => {
  const cartId = await cartWith(merchant, { poster: 1 });
  const { storeId, id } = { storeId: merchant.store.id, id: merchant.products.poster ?? "" };
  const open = async () => {
    const cart = await database.carts.find({ storeId, cartId });
    const products = await database.products.findMany({ storeId, productIds: [id] });
    if (!cart) throw new Error("The cart is gone.");
    const opened = await world.services.checkout.open({
      ...{ store: merchant.store, cart, snapshot: snapshot(cart.lines, products, "eur") },
      ...{
        memberId: null,
        customerEmail: null,
        locale: null,
        shippingCountry: null,
        promotionCode: null,
        metadata: {},
        idempotencyToken: "once",
      },
    });
    return opened === "changed" ? opened : opened.url;
  };
  const page = await open();
  expect(await open()).toBe(page);
  await edit("poster", { isActive: false });
  await edit("poster", { isActive: true });
  const another = await open();
  expect(another).not.toBe(page);
  expect(await Promise.all([page, another].map(isPayable))).toEqual([false, true]);
});
