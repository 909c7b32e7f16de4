import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openEngine } from "../../../server/database/database.ts";
import { migratedDatabase } from "../../helpers/data/test-database.ts";
import {
  addLine,
  answerOf,
  cartWith,
  isPayable,
  openCheckout,
  pay,
  paymentPage,
  readSession,
} from "../../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const minute = 60_000;
let accounts = 0;
const newAccount = () => `acct_gone${++accounts}`;

const isConfigured = async ({ client }: Merchant) =>
  (await client.GET("/v1/products/store")).data?.data.paymentsConfigured;
const idOf = (url: string) => new URL(url).pathname.split("/").at(-1) ?? "";
const read = ({ client }: Merchant, sessionId: string) =>
  client.GET("/v1/checkout/sessions/{sessionId}", { params: { path: { sessionId } } });
/** The session as stored here, without a call to the provider. */
const known = ({ store }: Merchant, sessionId: string) =>
  world.services.database.checkoutSessions.find({ storeId: store.id, sessionId });
const asked = (from: number) => world.stripe.requests().slice(from);

describe("a connected account that goes away", () => {
  test("disables the store's payments as soon as its event arrives; carts stay usable", async () => {
    const account = newAccount();
    const merchant = await world.merchant({ stripeAccount: account });
    const cartId = await cartWith(merchant, { poster: 1 });
    world.stripe.setAccess(account, false);
    await world.stripe.deliver();
    expect(await isConfigured(merchant)).toBe(false);
    expect(answerOf(await addLine(merchant, cartId, "font"))).toBe("200");
    expect(answerOf(await openCheckout(merchant, cartId))).toBe("409 PAYMENTS_NOT_CONFIGURED");
  });

  test("409 PAYMENTS_NOT_CONFIGURED even before its event arrives, from the first refused call", async () => {
    const account = newAccount();
    const [merchant, sister] = [
      await world.merchant({ stripeAccount: account }),
      await world.merchant({ stripeAccount: account }),
    ];
    const cartId = await cartWith(merchant, { poster: 1 });
    world.stripe.setAccess(account, false);
    expect(answerOf(await openCheckout(merchant, cartId))).toBe("409 PAYMENTS_NOT_CONFIGURED");
    expect([await isConfigured(merchant), await isConfigured(sister)]).toEqual([false, false]);
    expect(answerOf(await openCheckout(merchant, cartId))).toBe("409 PAYMENTS_NOT_CONFIGURED");
    // The refused checkout doesn't block the next one.
    world.stripe.setAccess(account, true);
    await world.stripe.deliver();
    expect(await isPayable(await paymentPage(merchant, cartId))).toBe(true);
  });

  test("409 PAYMENTS_NOT_CONFIGURED while an older checkout of the cart is open there", async () => {
    const account = newAccount();
    const merchant = await world.merchant({ stripeAccount: account });
    const cartId = await cartWith(merchant, { poster: 1 });
    await paymentPage(merchant, cartId);
    world.stripe.setAccess(account, false);
    expect(answerOf(await openCheckout(merchant, cartId))).toBe("409 PAYMENTS_NOT_CONFIGURED");
    expect(await isConfigured(merchant)).toBe(false);
  });

  test("doesn't affect stores on other accounts", async () => {
    const [account, other] = [newAccount(), newAccount()];
    const merchant = await world.merchant({ stripeAccount: account });
    const stranger = await world.merchant({ stripeAccount: other });
    const own = await world.merchant();
    world.stripe.setAccess(account, false);
    await openCheckout(merchant, await cartWith(merchant, { poster: 1 }));
    await world.stripe.deliver();
    expect([await isConfigured(stranger), await isConfigured(own)]).toEqual([true, true]);
  });

  test("200 its sessions are read as last known, and expire only after their time", async () => {
    const account = newAccount();
    const merchant = await world.merchant({ stripeAccount: account });
    const sessionId = idOf(await paymentPage(merchant, await cartWith(merchant, { poster: 1 })));
    world.stripe.setAccess(account, false);
    expect(await readSession(merchant, sessionId)).toMatchObject({ status: "open" });
    world.clock.now += 30 * minute;
    expect(await readSession(merchant, sessionId)).toMatchObject({ status: "open" });
    world.clock.now += minute;
    expect(await readSession(merchant, sessionId)).toMatchObject({ status: "expired", url: null });
  });

  test("the sweeper expires its sessions after their time, and stops asking", async () => {
    const account = newAccount();
    const merchant = await world.merchant({ stripeAccount: account });
    const sessionId = idOf(await paymentPage(merchant, await cartWith(merchant, { poster: 1 })));
    world.stripe.setAccess(account, false);
    await world.stripe.deliver();
    world.clock.now += 6 * minute;
    await world.sweep();
    expect(await known(merchant, sessionId)).toMatchObject({ status: "open" });
    world.clock.now += 26 * minute;
    await world.sweep();
    expect(await known(merchant, sessionId)).toMatchObject({ status: "expired" });
    const before = world.stripe.requests().length;
    world.clock.now += 60 * minute;
    await world.sweep();
    expect(asked(before).filter((request) => request.account === account)).toEqual([]);
  });

  test("409 CART_EMPTY if the previous version left a slow payment without an order, which is created now", async () => {
    const testDatabase = await migratedDatabase();
    onTestFinished(() => testDatabase.drop());
    const here = await startWorld({ databaseUrl: testDatabase.url });
    onTestFinished(() => here.close());
    const merchant = await here.merchant({ stripeAccount: newAccount() });
    const cartId = await cartWith(merchant, { poster: 1 });
    const sessionId = idOf(await paymentPage(merchant, cartId));
    const engine = await openEngine(testDatabase.url);
    const left = { status: "complete", payment_status: "unpaid", completed_at: here.clock.now, url: null };
    await engine.writeOne((db) => db.updateTable("checkout_sessions").set(left).execute());
    await engine.close();
    here.stripe.setAccess(merchant.store.stripeAccount ?? "", false);
    await here.services.database.stores.update(merchant.store.slug, { stripeAccount: newAccount() });
    here.clock.now += 40 * minute;
    expect(answerOf(await openCheckout(merchant, cartId))).toBe("409 CART_EMPTY");
    const session = await readSession(merchant, sessionId);
    expect(session).toMatchObject({ status: "complete", paymentOutcome: "pending" });
    const made = await here.services.database.orders.listAll(merchant.store.id);
    expect(made).toMatchObject([{ checkoutSessionId: session.id, paymentStatus: "pending" }]);
  });

  test("409 CONFLICT with a new account until the old page has expired; then the cart can be paid there", async () => {
    const [account, next] = [newAccount(), newAccount()];
    const merchant = await world.merchant({ stripeAccount: account });
    const cartId = await cartWith(merchant, { poster: 1 });
    await paymentPage(merchant, cartId);
    world.stripe.setAccess(account, false);
    await world.stripe.deliver();
    const change = { stripeAccount: next, paymentsConfigured: true };
    await world.services.database.stores.update(merchant.store.slug, change);
    expect(answerOf(await openCheckout(merchant, cartId))).toBe("409 CONFLICT");
    expect(await isConfigured(merchant)).toBe(true);
    world.clock.now += 31 * minute;
    const from = world.stripe.requests().length;
    const url = await paymentPage(merchant, cartId);
    expect(
      asked(from).some((request) => request.path === "/v1/checkout/sessions" && request.account === next),
    ).toBe(true);
    expect(await readSession(merchant, await pay(url))).toMatchObject({ paymentStatus: "paid" });
  });

  test("409 PAYMENTS_NOT_CONFIGURED when it just stopped accepting payments, before its event arrives", async () => {
    const account = newAccount();
    const merchant = await world.merchant({ stripeAccount: account });
    const cartId = await cartWith(merchant, { poster: 1 });
    world.stripe.setAccount(account, { chargesEnabled: false });
    expect(answerOf(await openCheckout(merchant, cartId))).toBe("409 PAYMENTS_NOT_CONFIGURED");
    expect(await isConfigured(merchant)).toBe(false);
    world.stripe.setAccount(account, { chargesEnabled: true });
    await world.stripe.deliver();
    expect(answerOf(await openCheckout(merchant, cartId))).toBe("200");
  });

  test("that comes back configures the store again", async () => {
    const account = newAccount();
    const merchant = await world.merchant({ stripeAccount: account });
    world.stripe.setAccess(account, false);
    await world.stripe.deliver();
    expect(await isConfigured(merchant)).toBe(false);
    world.stripe.setAccess(account, true);
    world.stripe.setAccount(account, { chargesEnabled: true });
    await world.stripe.deliver();
    expect(await isConfigured(merchant)).toBe(true);
  });

  test("a late event of it changes nothing for a store that has another account by then", async () => {
    const [account, next] = [newAccount(), newAccount()];
    const merchant = await world.merchant({ stripeAccount: account });
    world.stripe.setAccess(account, false);
    await world.services.database.stores.update(merchant.store.slug, { stripeAccount: next });
    await world.stripe.deliver();
    expect(await isConfigured(merchant)).toBe(true);
  });

  test("200 an event about an object on it isn't resent forever", async () => {
    const account = newAccount();
    const merchant = await world.merchant({ stripeAccount: account });
    await pay(await paymentPage(merchant, await cartWith(merchant, { poster: 1 })));
    world.stripe.setAccess(account, false);
    const from = world.stripe.deliveries().length;
    await world.stripe.deliver();
    const statuses = world.stripe
      .deliveries()
      .slice(from)
      .map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe("500 INTERNAL_ERROR with Retry-After, logged as an error, and no store or session changes, when our own key", () => {
  test.each([
    ["is no longer valid", () => world.stripe.expireKeys(), () => world.stripe.expireKeys(false)],
    [
      "lacks a right",
      () => world.stripe.denyRights("checkout_session_write", "checkout_session_read"),
      () => world.stripe.denyRights(),
    ],
  ])("%s", async (_, refuse, restore) => {
    const merchant = await world.merchant({ stripeAccount: newAccount() });
    const cartId = await cartWith(merchant, { poster: 1 });
    const url = await paymentPage(merchant, cartId);
    const before = await known(merchant, idOf(url));
    refuse();
    try {
      const from = world.logLines.length;
      for (const answer of [await openCheckout(merchant, cartId), await read(merchant, idOf(url))]) {
        expect(answerOf(answer)).toBe("500 INTERNAL_ERROR");
        expect(Number(answer.response.headers.get("Retry-After"))).toBeGreaterThan(0);
      }
      const errors = world.logLines
        .slice(from)
        .map((line) => JSON.parse(line))
        .filter(({ level }) => level === 50);
      expect(errors.length).toBe(2);
      expect(await known(merchant, idOf(url))).toEqual(before);
      // Even long after its expiry: the outcome is known once the key is valid again.
      world.clock.now += 60 * minute;
      expect(answerOf(await read(merchant, idOf(url)))).toBe("500 INTERNAL_ERROR");
      expect(await isConfigured(merchant)).toBe(true);
    } finally {
      restore();
    }
    expect(await isPayable(await paymentPage(merchant, cartId))).toBe(true);
  });
});

test("200 a session that the provider doesn't know stays as last known until it expires, and doesn't affect its store", async () => {
  const merchant = await world.merchant({ stripeAccount: newAccount() });
  const cartId = await cartWith(merchant, { poster: 1 });
  const { id } = await readSession(merchant, idOf(await paymentPage(merchant, cartId)));
  await world.services.database.checkoutSessions.opened(id, {
    providerId: "cs_test_of_other_keys",
    url: "https://pay.example/",
    expiresAt: world.clock.now + 31 * minute,
  });
  expect(await readSession(merchant, id)).toMatchObject({ status: "open" });
  expect(answerOf(await openCheckout(merchant, cartId))).toBe("409 CONFLICT");
  expect(await isConfigured(merchant)).toBe(true);
  world.clock.now += 31 * minute;
  expect(await readSession(merchant, id)).toMatchObject({ status: "expired" });
  expect(answerOf(await openCheckout(merchant, cartId))).toBe("200");
});
