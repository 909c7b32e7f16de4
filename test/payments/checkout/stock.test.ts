import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { StockChange } from "../../../server/database/queries/stock/stock-levels.ts";
import {
  buy,
  cartWith,
  dataOf,
  getCart,
  openCheckout,
  pay,
  paymentPage,
  productId,
  readSession,
} from "../../helpers/shopping.ts";
import { signIn } from "../../helpers/subscribing.ts";
import { blankProduct, type Merchant, sampleProducts, startWorld } from "../../helpers/world.ts";

const world = await startWorld();
afterAll(() => world.close());

let merchant: Merchant;
beforeEach(async () => {
  merchant = await world.merchant();
});

function setStock(reference: string, change: StockChange, of = merchant) {
  const product = { storeId: of.store.id, productId: productId(of, reference) };
  return world.services.database.stockLevels.change(product, change);
}

const level = (reference: string) => world.services.database.stockLevels.find(productId(merchant, reference));

/** Waits for the stock that the API answers: servers see changes of others within a second. */
function expectShown(reference: string) {
  const path = { productId: productId(merchant, reference) };
  return expect.poll(
    async () => dataOf(await merchant.client.GET("/v1/products/{productId}", { params: { path } })).stock,
  );
}

const expectLine = (cartId: string) =>
  expect.poll(async () => dataOf(await getCart(merchant, cartId)).lines[0]);

/** Pays by bank debit, whose result comes days later. */
async function payLater(page: string): Promise<string> {
  const sessionId = new URL(page).pathname.split("/").at(-1) ?? "";
  await world.stripe.pay(sessionId, { email: "ines@reader.example", paid: "later" });
  return sessionId;
}

describe("a product that isn't counted", () => {
  test("has no stock, and any quantity of it can be bought", async () => {
    await expectShown("poster").toBeNull();
    await buy(merchant, { poster: 500 });
    expect(await level("poster")).toBeUndefined();
  });

  test("is counted from 0 by a change, and no longer counted by null", async () => {
    expect(await setStock("poster", { by: 3 })).toEqual({ quantity: 3, reserved: 0 });
    expect(await setStock("poster", { by: -1 })).toEqual({ quantity: 2, reserved: 0 });
    expect(await setStock("poster", { to: 7 })).toEqual({ quantity: 7, reserved: 0 });
    await expectShown("poster").toBe(7);
    expect(await setStock("poster", null)).toBeUndefined();
    await expectShown("poster").toBeNull();
  });

  test("of another store is unknown", async () => {
    const product = { storeId: (await world.merchant()).store.id, productId: productId(merchant, "poster") };
    expect(await world.services.database.stockLevels.change(product, { to: 1 })).toBe("unknown");
  });
});

describe("createCheckoutSession", () => {
  test("200 reserves what the cart has, until it is bought", async () => {
    await setStock("poster", { to: 10 });
    const page = await paymentPage(merchant, await cartWith(merchant, { font: 1, poster: 3 }));
    expect(await level("poster")).toEqual({ quantity: 10, reserved: 3 });
    await expectShown("poster").toBe(7);
    const sessionId = await pay(page);
    await readSession(merchant, sessionId);
    await readSession(merchant, sessionId);
    expect(await level("poster")).toEqual({ quantity: 7, reserved: 0 });
    await expectShown("poster").toBe(7);
  });

  test("409 CONFLICT with the lines that can't be served, and nothing is reserved", async () => {
    await setStock("poster", { to: 3 });
    await setStock("font", { to: 0 });
    await paymentPage(merchant, await cartWith(merchant, { poster: 2 }));
    const { response, error } = await openCheckout(
      merchant,
      await cartWith(merchant, { font: 1, poster: 2 }),
    );
    expect(response.status).toBe(409);
    expect(error).toMatchObject({
      code: "CONFLICT",
      error: expect.stringContaining('Only 1 of "Tide Poster" is left.'),
      details: [
        {
          in: "body",
          pointer: "/cartId",
          rule: "stock",
          productId: productId(merchant, "font"),
          available: 0,
        },
        { rule: "stock", productId: productId(merchant, "poster"), available: 1 },
      ],
    });
    expect(await level("poster")).toEqual({ quantity: 3, reserved: 2 });
  });

  const opening = { method: "POST", path: "/v1/checkout/sessions", requests: 9 } as const;

  test.each([400, 402, 403, 404, 409, 422, 429])(
    "gives the stock back at once if the provider refuses the page with %i",
    async (how) => {
      await setStock("poster", { to: 3 });
      const cartId = await cartWith(merchant, { poster: 3 });
      world.stripe.fail({ how, ...opening });
      const { response } = await openCheckout(merchant, cartId);
      world.stripe.clearFailures();
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(await level("poster")).toEqual({ quantity: 3, reserved: 0 });
      // Another buyer gets it.
      await paymentPage(merchant, await cartWith(merchant, { poster: 3 }));
      expect(await level("poster")).toEqual({ quantity: 3, reserved: 3 });
    },
    10_000,
  );

  test("gives the stock back at once if the total is too small for the provider", async () => {
    const stickers = await world.merchant({}, [
      { ...blankProduct, reference: "sticker", name: "Sticker", priceInCents: 30, type: "physical" },
    ]);
    await setStock("sticker", { to: 5 }, stickers);
    for (let buyer = 1; buyer <= 6; buyer++) {
      const { error } = await openCheckout(stickers, await cartWith(stickers, { sticker: 1 }));
      expect(error).toMatchObject({ code: "CONFLICT", error: expect.stringContaining("smaller than") });
    }
    await paymentPage(stickers, await cartWith(stickers, { sticker: 5 }));
  });

  test("gives the stock back at once if a member's customer can't be created", async () => {
    await setStock("poster", { to: 3 });
    const memberSessionId = await signIn(world, merchant, "member of the outage");
    world.stripe.fail({ how: 500, method: "POST", path: "/v1/customers", requests: 9 });
    await openCheckout(merchant, await cartWith(merchant, { poster: 3 }), { memberSessionId });
    world.stripe.clearFailures();
    expect(await level("poster")).toEqual({ quantity: 3, reserved: 0 });
  });

  test("gives the stock back at once if the cart's older page can't be closed", async () => {
    await setStock("poster", { to: 3 });
    const cartId = await cartWith(merchant, { poster: 1 });
    await paymentPage(merchant, cartId);
    world.stripe.fail({ how: 500, method: "POST", path: "/v1/checkout/sessions/", requests: 9 });
    await openCheckout(merchant, cartId);
    world.stripe.clearFailures();
    // The older page can still be paid.
    expect(await level("poster")).toEqual({ quantity: 3, reserved: 1 });
  });

  test.each([500, "drop"] as const)(
    "keeps the stock while the page's outcome is unknown: %s",
    async (how) => {
      await setStock("poster", { to: 3 });
      world.stripe.fail({ how, when: "after", ...opening });
      await openCheckout(merchant, await cartWith(merchant, { poster: 2 }));
      world.stripe.clearFailures();
      expect(await level("poster")).toEqual({ quantity: 3, reserved: 2 });
    },
  );

  test("200 for the last ones that the cart's older session has reserved", async () => {
    await setStock("poster", { to: 2 });
    const cartId = await cartWith(merchant, { poster: 2 });
    await paymentPage(merchant, cartId);
    await expectLine(cartId).toMatchObject({ isAvailable: true });
    const page = await paymentPage(merchant, cartId);
    expect(await level("poster")).toEqual({ quantity: 2, reserved: 2 });
    await readSession(merchant, await pay(page));
    expect(await level("poster")).toEqual({ quantity: 0, reserved: 0 });
  });

  test("200 keeps the stock of a payment that is pending, and 409 for another buyer", async () => {
    await setStock("poster", { to: 1 });
    const page = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
    const sessionId = await payLater(page);
    expect(await readSession(merchant, sessionId)).toMatchObject({ paymentOutcome: "pending" });
    expect(await level("poster")).toEqual({ quantity: 0, reserved: 0 });
    const { error } = await openCheckout(merchant, await cartWith(merchant, { poster: 1 }));
    expect(error).toMatchObject({ error: '"Tide Poster" is sold out. Change the cart.' });
  });

  test("gives the stock back when the session expires, or its payment fails", async () => {
    await setStock("poster", { to: 5 });
    const cartId = await cartWith(merchant, { poster: 2 });
    await paymentPage(merchant, cartId);
    world.clock.now += 32 * 60_000;
    await world.sweep();
    expect(await level("poster")).toEqual({ quantity: 5, reserved: 0 });

    const page = await paymentPage(merchant, cartId);
    const sessionId = await payLater(page);
    await readSession(merchant, sessionId);
    expect(await level("poster")).toEqual({ quantity: 3, reserved: 0 });
    await world.stripe.settle(sessionId, "fail");
    expect(await readSession(merchant, sessionId)).toMatchObject({ paymentOutcome: "failed" });
    expect(await level("poster")).toEqual({ quantity: 5, reserved: 0 });
  });

  test("gives 200 buyers at once the 10 that there are", async () => {
    await setStock("poster", { to: 10 });
    const carts = await Promise.all(Array.from({ length: 200 }, () => cartWith(merchant, { poster: 1 })));
    // On a busy machine, some wait too long for their turn and are refused, which a buyer answers by trying again.
    const buy = async (cartId: string): ReturnType<typeof openCheckout> => {
      const answer = await openCheckout(merchant, cartId);
      return answer.response.status >= 500 ? buy(cartId) : answer;
    };
    const answers = await Promise.all(carts.map(buy));
    const statuses = Map.groupBy(answers, ({ response }) => response.status);
    expect([statuses.get(200)?.length, statuses.get(409)?.length]).toEqual([10, 190]);
    expect(await level("poster")).toEqual({ quantity: 10, reserved: 10 });
  });
});

describe("a merchant who counts 5 while 2 are in an open payment page", () => {
  const calls: [string, (params: { path: { productId: string } }) => Promise<unknown>][] = [
    [
      "PATCH",
      (params) => merchant.client.PATCH("/v1/products/{productId}", { params, body: { quantity: 5 } }),
    ],
    [
      "PUT",
      (params) =>
        merchant.client.PUT("/v1/products/{productId}", {
          params,
          body: { name: "Tide Poster", priceInCents: 2900, type: "physical", quantity: 5 },
        }),
    ],
    [
      "a batch",
      ({ path }) =>
        merchant.client.POST("/v1/products/batch", {
          body: { changes: [{ action: "update", ...path, product: { quantity: 5 } }] },
        }),
    ],
    [
      "changeStock",
      (params) => merchant.client.POST("/v1/products/{productId}/stock", { params, body: { change: 0 } }),
    ],
    ["the dashboard or the command", () => setStock("poster", { to: 5 })],
    [
      "an import",
      async () => {
        const { products } = world.services.database;
        const inputs = sampleProducts.map((product) => ({ ...product, stock: 5 }));
        const notes = { leftOut: [], offSale: [], changesStock: true };
        await products.import(merchant.store.id, inputs, undefined, undefined, notes);
      },
    ],
  ];

  test.each(calls)("by %s sells 5, also to buyers who come at the same moment", async (_, count) => {
    await setStock("poster", { to: 5 });
    const page = await paymentPage(merchant, await cartWith(merchant, { poster: 2 }));
    const carts = await Promise.all(Array.from({ length: 8 }, () => cartWith(merchant, { poster: 1 })));
    const params = { path: { productId: productId(merchant, "poster") } };
    const [, ...answers] = await Promise.all([
      Promise.all([count(params), count(params), count(params)]),
      ...carts.map((cartId) => openCheckout(merchant, cartId)),
    ]);
    await count(params);
    expect(answers.filter(({ response }) => response.status === 200)).toHaveLength(3);
    expect(await level("poster")).toEqual({ quantity: 5, reserved: 5 });
    expect((await openCheckout(merchant, await cartWith(merchant, { poster: 1 }))).response.status).toBe(409);
    await readSession(merchant, await pay(page));
    expect(await level("poster")).toEqual({ quantity: 3, reserved: 3 });
  });
});

describe("a refunded order", () => {
  test("is put back in stock once, if asked, whatever is reported later", async () => {
    await setStock("poster", { to: 5 });
    const { id: orderId, checkoutSessionId, payments } = await buy(merchant, { font: 1, poster: 2 });
    const address = { storeId: merchant.store.id, orderId };
    await world.stripe.refund(payments[0]?.id ?? "", 100);
    await world.stripe.deliver();
    expect(await level("poster")).toEqual({ quantity: 3, reserved: 0 });
    const { orderReturns } = world.services.database;
    const lines = [{ productId: productId(merchant, "poster"), quantity: 2 }];
    const restock = (of: object) =>
      orderReturns.restockRefunded({ ...address, ...of }, { refundId: "re_1", lines });
    expect(await restock({ storeId: "store_other" })).toEqual([]);
    expect(await restock({})).toEqual(lines);
    expect(await restock({})).toEqual([]);
    await world.stripe.deliver({ times: 2 });
    await readSession(merchant, checkoutSessionId);
    expect(await level("poster")).toEqual({ quantity: 5, reserved: 0 });
  });
});

describe("a cart's line", () => {
  test("has how many are left if they are fewer than it wants", async () => {
    await setStock("poster", { to: 2 });
    const cartId = await cartWith(merchant, { poster: 3 });
    await expectLine(cartId).toMatchObject({ isActive: true, isAvailable: false, available: 2 });
    await setStock("poster", { to: 3 });
    await expectLine(cartId).toMatchObject({ isAvailable: true });
    await expectLine(cartId).not.toHaveProperty("available");
  });
});
