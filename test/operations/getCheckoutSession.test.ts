import { testEveryResponse } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { testNotModified } from "../helpers/conditional-requests.ts";
import { onPaymentPage } from "../helpers/pay-page.ts";
import {
  addLine,
  answerOf,
  cartWith,
  contentsOf,
  dataOf,
  pay,
  paymentPage,
  productId,
  readSession,
} from "../helpers/shopping.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { global: 60 } });
afterAll(() => world.close());

const minute = 60_000;

function getSession({ client }: Merchant, sessionId: string) {
  return client.GET("/v1/checkout/sessions/{sessionId}", { params: { path: { sessionId } } });
}

/** The provider's id, which is at the end of its page's URL here. */
function sessionOf(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

test("200 an open session: its lines, the payment page, and its expiry", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 2, font: 1 });
  const createdAt = world.clock.now;
  const url = await paymentPage(merchant, cartId);
  expect(await readSession(merchant, sessionOf(url))).toEqual({
    id: expect.stringMatching(/^chk_[0-9a-z]{26}$/),
    storeId: merchant.store.id,
    cartId,
    status: "open",
    paymentStatus: "unpaid",
    paymentOutcome: null,
    mode: "payment",
    lines: [
      {
        productId: productId(merchant, "poster"),
        name: "Tide Poster",
        options: [],
        quantity: 2,
        unitPriceInCents: 2400,
        sku: null,
        requiresShipping: true,
      },
      {
        productId: productId(merchant, "font"),
        name: "Typeface",
        options: [],
        quantity: 1,
        unitPriceInCents: 4900,
        sku: null,
        requiresShipping: false,
      },
    ],
    totals: { subtotal: 9700, total: 9700, currency: "eur" },
    amounts: null,
    shippingRate: null,
    customerEmail: null,
    customerName: null,
    customerPhone: null,
    shippingAddress: null,
    metadata: {},
    url,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(createdAt + 31 * minute).toISOString(),
    completedAt: null,
  });
});

test("200 the same session by our id and by the provider's", async () => {
  const merchant = await world.merchant();
  const url = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
  const byProviders = await readSession(merchant, sessionOf(url));
  expect(byProviders.id).toMatch(/^chk_/);
  expect(await readSession(merchant, byProviders.id)).toEqual(byProviders);
});

test("200 paid at the first request, before any event of the provider, and the products have left the cart", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 2, font: 1 });
  const url = await paymentPage(merchant, cartId);
  dataOf(await addLine(merchant, cartId, "poster", 3));
  dataOf(await addLine(merchant, cartId, "notebook", 1));
  world.clock.now += 5 * minute;
  const sessionId = await pay(url, "ines@reader.example");
  expect(await readSession(merchant, sessionId)).toMatchObject({
    status: "complete",
    paymentStatus: "paid",
    customerEmail: "ines@reader.example",
    url: null,
    completedAt: new Date(world.clock.now).toISOString(),
    totals: { total: 9700 },
  });
  expect(await contentsOf(merchant, cartId)).toEqual({ poster: 3, notebook: 1 });
});

test("200 the same again, however often it is read, and the cart loses nothing twice", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 2 });
  const url = await paymentPage(merchant, cartId);
  const sessionId = await pay(url);
  const first = await readSession(merchant, sessionId);
  dataOf(await addLine(merchant, cartId, "poster", 2));
  world.clock.now += minute;
  const again = await Promise.all(Array.from({ length: 5 }, () => readSession(merchant, sessionId)));
  for (const one of again) expect(one).toEqual(first);
  expect(await contentsOf(merchant, cartId)).toEqual({ poster: 2 });
});

test("200 still open and unpaid after a card was declined, and paid with the next one", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1 });
  const url = await paymentPage(merchant, cartId);
  const declined = await onPaymentPage(url, "decline");
  expect(declined.status).toBe(200);
  expect(await declined.text()).toContain("declined");
  expect(await readSession(merchant, sessionOf(url))).toMatchObject({
    status: "open",
    paymentStatus: "unpaid",
  });
  expect(await contentsOf(merchant, cartId)).toEqual({ poster: 1 });
  expect(await readSession(merchant, await pay(url))).toMatchObject({ paymentStatus: "paid" });
});

test("200 still open after the buyer gave up", async () => {
  const merchant = await world.merchant();
  const url = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
  await onPaymentPage(url, "cancel");
  expect(await readSession(merchant, sessionOf(url))).toMatchObject({ status: "open", url });
});

test("200 expired after 31 minutes and not before, and the cart is unchanged", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1 });
  const url = await paymentPage(merchant, cartId);
  const { expiresAt } = await readSession(merchant, sessionOf(url));
  world.clock.now += 31 * minute - 1000;
  expect(await readSession(merchant, sessionOf(url))).toMatchObject({ status: "open", url });
  world.clock.now += 1000;
  expect(await readSession(merchant, sessionOf(url))).toMatchObject({
    status: "expired",
    paymentStatus: "unpaid",
    url: null,
    completedAt: null,
    expiresAt,
  });
  expect((await onPaymentPage(url)).headers.get("location")).toBeNull();
  expect(await contentsOf(merchant, cartId)).toEqual({ poster: 1 });
});

test("200 expired once a newer session of the cart has replaced it", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1 });
  const older = await paymentPage(merchant, cartId);
  const newer = await paymentPage(merchant, cartId);
  expect(await readSession(merchant, sessionOf(older))).toMatchObject({ status: "expired", url: null });
  expect(await readSession(merchant, sessionOf(newer))).toMatchObject({ status: "open", url: newer });
});

test("200 after the cart itself has expired, since an ended session stays readable", async () => {
  const merchant = await world.merchant();
  const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, { poster: 1 })));
  const paid = await readSession(merchant, sessionId);
  world.clock.now += 100 * 24 * 60 * minute;
  expect(await readSession(merchant, sessionId)).toEqual(paid);
});

test("404 NOT_FOUND for another store's session by either id, in the same words as for an unknown one", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const url = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
  const { id } = await readSession(merchant, sessionOf(url));
  const unknown = await getSession(stranger, "chk_unknown");
  expect(answerOf(unknown)).toBe("404 NOT_FOUND");
  for (const sessionId of [id, sessionOf(url)]) {
    const foreign = await getSession(stranger, sessionId);
    expect(answerOf(foreign)).toBe("404 NOT_FOUND");
    expect(foreign.error).toEqual(unknown.error);
  }
});

test("500 INTERNAL_ERROR for an open session while the provider is unreachable; one that has ended doesn't need it", async () => {
  const merchant = await world.merchant();
  const ended = await pay(await paymentPage(merchant, await cartWith(merchant, { poster: 1 })));
  await readSession(merchant, ended);
  const open = sessionOf(await paymentPage(merchant, await cartWith(merchant, { poster: 1 })));
  world.stripe.fail({ how: "drop", requests: 10 });
  expect(answerOf(await getSession(merchant, open))).toBe("500 INTERNAL_ERROR");
  expect(answerOf(await getSession(merchant, ended))).toBe("200");
  world.stripe.clearFailures();
  expect(answerOf(await getSession(merchant, open))).toBe("200");
});

testNotModified(world, async (merchant) => {
  const url = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
  return `/v1/checkout/sessions/${sessionOf(url)}`;
});
testCommonRefusals(world, "getCheckoutSession");
testEveryResponse(world, "getCheckoutSession");
