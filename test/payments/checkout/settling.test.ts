import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  addLine,
  cartWith,
  contentsOf,
  dataOf,
  isPayable,
  openCheckout,
  pay,
  paymentPage,
  readSession,
} from "../../helpers/shopping.ts";
import { type Merchant, sampleProducts, startWorld, type World } from "../../helpers/world.ts";

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

const orders = (of: Merchant = merchant) => world.services.database.orders.listAll(of.store.id);

/** Pays a cart of two posters, and holds its events. */
async function paidCart() {
  const cartId = await cartWith(merchant, { poster: 2 });
  const before = world.stripe.events().length;
  const sessionId = await pay(await paymentPage(merchant, cartId));
  const events = world.stripe
    .events()
    .slice(before)
    .map(({ id }) => id);
  return { cartId, sessionId, events };
}

async function expectOneOrder(cartId: string, sessionId: string): Promise<void> {
  const session = await readSession(merchant, sessionId);
  expect(session).toMatchObject({ status: "complete", paymentStatus: "paid", totals: { total: 4800 } });
  const made = (await orders()).filter(({ checkoutSessionId }) => checkoutSessionId === session.id);
  expect(made).toMatchObject([
    { total: 4800, refunded: 0, currency: "eur", customerEmail: "ines@reader.example" },
  ]);
  expect(await contentsOf(merchant, cartId)).toEqual({});
}

describe("a paid session creates exactly one order", () => {
  test("when the event arrives before the buyer", async () => {
    const { cartId, sessionId, events } = await paidCart();
    await world.stripe.deliver({ ids: events });
    expect((await orders()).some(({ createdAt }) => createdAt === world.clock.now)).toBe(true);
    await expectOneOrder(cartId, sessionId);
  });

  test("when the buyer returns before the event", async () => {
    const { cartId, sessionId, events } = await paidCart();
    await expectOneOrder(cartId, sessionId);
    await world.stripe.deliver({ ids: events });
    await expectOneOrder(cartId, sessionId);
  });

  test("when every event arrives twice, in reverse order", async () => {
    const { cartId, sessionId, events } = await paidCart();
    await world.stripe.deliver({ ids: events, order: "reverse", times: 2 });
    await world.stripe.deliver({ ids: events, times: 2 });
    await expectOneOrder(cartId, sessionId);
  });

  test("when no event ever arrives and the buyer never returns: the sweeper finds it", async () => {
    const { cartId, sessionId } = await paidCart();
    world.clock.now += 6 * 60_000;
    await world.sweep();
    const session = await world.services.database.checkoutSessions.find({
      storeId: merchant.store.id,
      sessionId,
    });
    expect(session?.paymentStatus).toBe("paid");
    await expectOneOrder(cartId, sessionId);
  });

  test("when event, buyer and sweeper arrive at once", async () => {
    const { cartId, sessionId, events } = await paidCart();
    world.clock.now += 6 * 60_000;
    await Promise.all([
      world.stripe.deliver({ ids: events, times: 3 }),
      readSession(merchant, sessionId),
      readSession(merchant, sessionId),
      world.sweep(),
    ]);
    await expectOneOrder(cartId, sessionId);
  });
});

test("what was added while the buyer paid stays in the cart", async () => {
  const cartId = await cartWith(merchant, { poster: 2 });
  const url = await paymentPage(merchant, cartId);
  dataOf(await addLine(merchant, cartId, "poster", 3));
  dataOf(await addLine(merchant, cartId, "font"));
  await readSession(merchant, await pay(url));
  expect(await contentsOf(merchant, cartId)).toEqual({ poster: 3, font: 1 });
});

/** A cart of two posters that is paid by bank debit, whose result comes days later. */
async function debitedCart() {
  const cartId = await cartWith(merchant, { poster: 2 });
  const providerId = new URL(await paymentPage(merchant, cartId)).pathname.split("/").at(-1) ?? "";
  await world.stripe.pay(providerId, { email: "ines@reader.example", paid: "later" });
  return { cartId, providerId };
}

async function orderOf(sessionId: string) {
  const { id } = await readSession(merchant, sessionId);
  const made = (await orders()).filter(({ checkoutSessionId }) => checkoutSessionId === id);
  expect(made.length).toBeLessThan(2);
  return made[0];
}

describe("a payment that takes days", () => {
  test("creates a pending order and empties the cart at once; the order is paid when the money has arrived", async () => {
    const { cartId, providerId } = await debitedCart();
    await world.stripe.deliver();
    const pending = { status: "complete", paymentStatus: "unpaid", paymentOutcome: "pending", url: null };
    expect(await readSession(merchant, providerId)).toMatchObject(pending);
    expect(await orderOf(providerId)).toMatchObject({ paymentStatus: "pending", paid: null, payments: [] });
    expect(await contentsOf(merchant, cartId)).toEqual({});
    dataOf(await addLine(merchant, cartId, "poster", 2));
    await world.stripe.settle(providerId, "succeed");
    await world.stripe.deliver();
    expect(await readSession(merchant, providerId)).toMatchObject({
      paymentStatus: "paid",
      paymentOutcome: "paid",
    });
    expect(await orderOf(providerId)).toMatchObject({
      paymentStatus: "paid",
      paid: { amount: 4800, currency: "eur" },
      payments: [{ id: expect.stringMatching(/^pi_/), amount: 4800, currency: "eur" }],
    });
    expect(await contentsOf(merchant, cartId)).toEqual({ poster: 2 });
  });

  test("that fails leaves its order failed, puts nothing back into the cart, and isn't requested again", async () => {
    const { cartId, providerId } = await debitedCart();
    expect(await readSession(merchant, providerId)).toMatchObject({ paymentOutcome: "pending" });
    await world.stripe.settle(providerId, "fail");
    await world.stripe.deliver();
    const failed = { status: "complete", paymentStatus: "unpaid", paymentOutcome: "failed" };
    expect(await readSession(merchant, providerId)).toMatchObject(failed);
    expect(await orderOf(providerId)).toMatchObject({ paymentStatus: "failed", paid: null, payments: [] });
    expect(await contentsOf(merchant, cartId)).toEqual({});
    const asked = world.stripe.requests().length;
    world.clock.now += 6 * 60_000;
    await world.sweep();
    expect(await readSession(merchant, providerId)).toMatchObject(failed);
    const about = world.stripe.requests().slice(asked);
    expect(about.filter(({ path }) => path.includes(providerId))).toEqual([]);
  });

  test("is found by the sweeper when no event arrives, while it is pending and when it ends", async () => {
    const { providerId } = await debitedCart();
    const known = () =>
      world.services.database.checkoutSessions.find({ storeId: merchant.store.id, sessionId: providerId });
    world.clock.now += 6 * 60_000;
    await world.sweep();
    expect(await known()).toMatchObject({ paymentOutcome: "pending" });
    await world.stripe.settle(providerId, "succeed");
    world.clock.now += 6 * 60_000;
    await world.sweep();
    expect(await known()).toMatchObject({ paymentOutcome: "paid" });
    expect(await orderOf(providerId)).toMatchObject({ paymentStatus: "paid" });
  });

  test("can't be sold twice: a second checkout of the cart is 409 CART_EMPTY", async () => {
    const { cartId, providerId } = await debitedCart();
    const { response, error } = await openCheckout(merchant, cartId);
    expect([response.status, error?.code]).toEqual([409, "CART_EMPTY"]);
    await world.stripe.settle(providerId, "succeed");
    await world.stripe.deliver();
    expect(await orderOf(providerId)).toMatchObject({ paymentStatus: "paid" });
    const ofCart = (await orders()).length;
    await world.sweep();
    expect((await orders()).length).toBe(ofCart);
  });
});

describe("a free cart", () => {
  let gifts: Merchant;
  beforeAll(async () => {
    const [font] = sampleProducts.filter(({ reference }) => reference === "font");
    gifts = await world.merchant({}, font ? [{ ...font, priceInCents: 0 }] : []);
  });

  /** Its session, read while the buyer is still on the page. */
  async function readWhileOpen() {
    const cartId = await cartWith(gifts, { font: 1 });
    const url = await paymentPage(gifts, cartId);
    const providerId = new URL(url).pathname.split("/").at(-1) ?? "";
    expect(await readSession(gifts, providerId)).toMatchObject({
      status: "open",
      paymentStatus: "no_payment_required",
      paymentOutcome: null,
    });
    return { cartId, url, providerId };
  }

  async function expectOrder(cartId: string, sessionId: string): Promise<void> {
    const session = await readSession(gifts, sessionId);
    expect(session).toMatchObject({ status: "complete", paymentOutcome: "paid", totals: { total: 0 } });
    const made = (await orders(gifts)).filter(({ checkoutSessionId }) => checkoutSessionId === session.id);
    expect(made).toMatchObject([
      { paymentStatus: "paid", paid: { amount: 0, currency: "eur" }, payments: [] },
    ]);
    expect(await contentsOf(gifts, cartId)).toEqual({});
  }

  test("becomes an order even if it was read while open", async () => {
    const { cartId, url } = await readWhileOpen();
    await expectOrder(cartId, await pay(url));
  });

  test("becomes an order by its event alone", async () => {
    const { cartId, url, providerId } = await readWhileOpen();
    await pay(url);
    await world.stripe.deliver();
    expect(await orders(gifts)).toContainEqual(expect.objectContaining({ paymentStatus: "paid" }));
    await expectOrder(cartId, providerId);
  });

  test("becomes an order by the sweeper alone", async () => {
    const { cartId, url, providerId } = await readWhileOpen();
    await pay(url);
    world.clock.now += 6 * 60_000;
    await world.sweep();
    const { checkoutSessions } = world.services.database;
    expect(await checkoutSessions.find({ storeId: gifts.store.id, sessionId: providerId })).toMatchObject({
      status: "complete",
    });
    await expectOrder(cartId, providerId);
  });

  test("expires like any other, and is unchanged", async () => {
    const { cartId, providerId } = await readWhileOpen();
    world.clock.now += 31 * 60_000;
    expect(await readSession(gifts, providerId)).toMatchObject({ status: "expired", paymentOutcome: null });
    expect(await contentsOf(gifts, cartId)).toEqual({ font: 1 });
  });
});

describe("the provider's amount is compared with the session", () => {
  const loud = () =>
    world.logLines
      .map((line) => JSON.parse(line))
      .filter(({ msg, level }) => level === 50 && /amount paid .* differs/.test(msg));

  test("and a different sum is recorded on the order, and logged as an error once", async () => {
    const providerId = new URL(await paymentPage(merchant, await cartWith(merchant, { poster: 2 }))).pathname
      .split("/")
      .at(-1);
    await world.stripe.pay(providerId ?? "", { email: "ines@reader.example", discount: 800 });
    const before = loud().length;
    await world.stripe.deliver({ times: 2 });
    expect(await orderOf(providerId ?? "")).toMatchObject({
      total: 4800,
      paid: { amount: 4000, currency: "eur" },
      payments: [{ amount: 4000 }],
    });
    expect(loud().slice(before)).toMatchObject([
      { expected: { amount: 4800, currency: "eur" }, paid: { amount: 4000, currency: "eur" } },
    ]);
  });

  test("and the same sum isn't logged", async () => {
    const before = loud().length;
    const { cartId, sessionId } = await paidCart();
    await expectOneOrder(cartId, sessionId);
    expect(await orderOf(sessionId)).toMatchObject({ paid: { amount: 4800, currency: "eur" } });
    expect(loud().length).toBe(before);
  });
});

test("an expired session is expired here when the event comes", async () => {
  const cartId = await cartWith(merchant, { poster: 1 });
  const providerId = new URL(await paymentPage(merchant, cartId)).pathname.split("/").at(-1) ?? "";
  await world.stripe.expire(providerId);
  await world.stripe.deliver();
  const session = await world.services.database.checkoutSessions.find({
    storeId: merchant.store.id,
    sessionId: providerId,
  });
  expect(session).toMatchObject({ status: "expired", url: null });
});

describe("a refund is on the order", () => {
  test("when the order is known", async () => {
    const { cartId, sessionId } = await paidCart();
    await expectOneOrder(cartId, sessionId);
    await world.stripe.refund(sessionId, 1000);
    await world.stripe.deliver();
    const session = await readSession(merchant, sessionId);
    expect((await orders()).find((order) => order.checkoutSessionId === session.id)?.refunded).toBe(1000);
  });

  test("when it is reported before the payment", async () => {
    const { sessionId } = await paidCart();
    await world.stripe.refund(sessionId);
    await world.stripe.deliver({ order: "reverse" });
    const session = await readSession(merchant, sessionId);
    expect((await orders()).find((order) => order.checkoutSessionId === session.id)?.refunded).toBe(4800);
  });
});

describe("two checkouts of one cart", () => {
  test("the older one can no longer be paid", async () => {
    const cartId = await cartWith(merchant, { poster: 1 });
    const first = await paymentPage(merchant, cartId);
    await paymentPage(merchant, cartId);
    const page = await (await fetch(first)).text();
    expect(page).not.toContain('name="outcome"');
  });

  test("at the same moment leave exactly one that can be paid", async () => {
    const cartId = await cartWith(merchant, { poster: 1 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => openCheckout(merchant, cartId)));
    const urls = answers.flatMap(({ data }) => (data ? [data.data.url] : []));
    const refused = answers.filter(({ response }) => response.status !== 200);
    expect(refused.every(({ error }) => error?.code === "CONFLICT")).toBe(true);
    const pages = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
    expect(pages.filter((page) => page.includes('name="outcome"')).length).toBe(1);
  });

  test("409 CONFLICT while the provider refuses to close the older page, and no second page is opened", async () => {
    const cartId = await cartWith(merchant, { poster: 1 });
    const older = await paymentPage(merchant, cartId);
    const providerId = new URL(older).pathname.split("/").at(-1) ?? "";
    const asked = world.stripe.requests().length;
    const path = `/v1/checkout/sessions/${providerId}/expire`;
    world.stripe.fail({ how: 400, path, requests: 2 });
    for (const _ of [1, 2]) {
      const { response, error } = await openCheckout(merchant, cartId);
      expect([response.status, error?.code]).toEqual([409, "CONFLICT"]);
      expect(error?.error).toMatch(/may still be paid/);
    }
    const opened = world.stripe
      .requests()
      .slice(asked)
      .filter((request) => request.method === "POST" && request.path === "/v1/checkout/sessions");
    expect(opened).toEqual([]);
    expect(await isPayable(older)).toBe(true);
    const newer = await paymentPage(merchant, cartId);
    expect([await isPayable(older), await isPayable(newer)]).toEqual([false, true]);
    const { id } = await readSession(merchant, await pay(newer));
    expect((await orders()).filter(({ checkoutSessionId }) => checkoutSessionId === id).length).toBe(1);
  });

  test("a payment on the older page while it can't be closed creates the cart's only order", async () => {
    const cartId = await cartWith(merchant, { poster: 2 });
    const older = await paymentPage(merchant, cartId);
    const providerId = new URL(older).pathname.split("/").at(-1) ?? "";
    world.stripe.fail({ how: 400, path: `/v1/checkout/sessions/${providerId}/expire`, requests: 1 });
    expect((await openCheckout(merchant, cartId)).error?.code).toBe("CONFLICT");
    await pay(older);
    expect((await openCheckout(merchant, cartId)).error?.code).toBe("CART_EMPTY");
    await expectOneOrder(cartId, providerId);
  });

  test("409 CART_EMPTY when the older one is paid and settled after the checkout has read the cart", async () => {
    const cartId = await cartWith(merchant, { poster: 2 });
    const older = await paymentPage(merchant, cartId);
    const sessionId = older.split("/").at(-1) ?? "";
    const { database } = world.services;
    let isPaid = false;
    const ofCart: typeof database.products.ofCart = async (cart) => {
      if (!isPaid) {
        isPaid = true;
        await pay(older);
        await readSession(merchant, sessionId);
      }
      return database.products.ofCart(cart);
    };
    const { error } = await world.withServices(
      (services) => ({
        ...services,
        database: { ...database, products: { ...database.products, ofCart } },
      }),
      () => openCheckout(merchant, cartId),
    );
    expect(error?.code).toBe("CART_EMPTY");
    await expectOneOrder(cartId, sessionId);
  });

  test("409 CART_EMPTY when the older one was paid a moment ago", async () => {
    const cartId = await cartWith(merchant, { poster: 2 });
    const sessionId = await pay(await paymentPage(merchant, cartId));
    const { error } = await openCheckout(merchant, cartId);
    expect(error?.code).toBe("CART_EMPTY");
    await expectOneOrder(cartId, sessionId);
  });
});
