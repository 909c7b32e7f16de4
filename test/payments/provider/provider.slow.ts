import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProvider, type SessionToOpen } from "../../../server/payments/provider/provider.ts";
import {
  answerOf,
  cartWith,
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

const sessions = { path: "/v1/checkout/sessions" };

describe("500 INTERNAL_ERROR, and the same request works afterwards, when the provider", () => {
  test.each([
    ["is down", { how: 503, requests: 5 }],
    ["cuts the connection", { how: "drop", requests: 5 }],
    ["returns nonsense", { how: "nonsense", requests: 5 }],
  ] as const)("%s", async (_, failure) => {
    const cartId = await cartWith(merchant, { poster: 1 });
    world.stripe.fail({ ...failure, ...sessions });
    const answer = await openCheckout(merchant, cartId);
    expect(answerOf(answer)).toBe("500 INTERNAL_ERROR");
    expect(answer.response.headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
    const requestId = answer.response.headers.get("X-Request-Id") ?? "";
    const lines = world.logLines.filter((line) => line.includes(requestId)).map((line) => JSON.parse(line));
    expect(lines.find(({ err }) => err)).toMatchObject({
      level: 50,
      err: { cause: { name: expect.any(String) } },
    });
    world.stripe.clearFailures();
    expect(await isPayable(await paymentPage(merchant, cartId))).toBe(true);
  });
});

test("a request whose response was lost is retried, and opens one session", async () => {
  const cartId = await cartWith(merchant, { poster: 1 });
  world.stripe.fail({ how: "drop", when: "after", method: "POST", ...sessions });
  const before = world.stripe.events("checkout.session.completed").length;
  await readSession(merchant, await pay(await paymentPage(merchant, cartId)));
  expect(world.stripe.events("checkout.session.completed").length).toBe(before + 1);
});

test("200 when the provider reports a rate limit: the request is retried a little later", async () => {
  const cartId = await cartWith(merchant, { poster: 1 });
  world.stripe.fail({ how: 429, ...sessions });
  expect(answerOf(await openCheckout(merchant, cartId))).toBe("200");
});

describe("amounts are passed unchanged", () => {
  test.each([
    ["jpy", 500],
    ["kwd", 1250],
    ["eur", 999],
  ])("%s", async (currency, priceInCents) => {
    const product = {
      ...sampleProducts[0],
      reference: "one",
      currency,
      priceInCents,
    } as (typeof sampleProducts)[0];
    const shop = await world.merchant({ currency }, [product]);
    const session = await readSession(
      shop,
      await pay(await paymentPage(shop, await cartWith(shop, { one: 3 }))),
    );
    expect(session.totals).toEqual({ subtotal: 3 * priceInCents, total: 3 * priceInCents, currency });
    const event = world.stripe.events("checkout.session.completed").at(-1);
    expect(event?.data.object).toMatchObject({ amount_total: 3 * priceInCents, currency });
  });
});

test.each([
  ["kwd", 1251],
  ["isk", 50_050],
])(
  "409 CONFLICT that names the product whose price in %s can't be charged",
  async (currency, priceInCents) => {
    const prices = { fine: 100_000, one: priceInCents };
    const inputs = Object.entries(prices).map(([reference, price]) => ({
      ...(sampleProducts[0] as (typeof sampleProducts)[number]),
      ...{ reference, name: `No. ${reference}`, currency, priceInCents: price },
    }));
    const shop = await world.merchant({ currency }, inputs);
    const answer = await openCheckout(shop, await cartWith(shop, { fine: 1, one: 1 }));
    expect(answerOf(answer)).toBe("409 CONFLICT");
    expect(answer.error?.error).toMatch(
      /^"No\. one" costs .* but only multiples of .* Remove it from the cart\.$/,
    );
  },
);

test("CONFLICT that names the product whose price the provider refuses for another reason", async () => {
  const provider = createProvider(
    { secretKey: "sk_test_world", apiBase: world.standInUrl, webhookSecrets: [] },
    () => world.clock.now,
  );
  const line = { productId: "prod_1", name: "Fine", options: [], quantity: 1, unitPriceInCents: 1000 };
  const refused = { ...line, productId: "prod_2", name: "Odd", unitPriceInCents: 1251 };
  const session: SessionToOpen = {
    ...{
      id: "chk_odd",
      storeId: "store_1",
      account: null,
      customerId: null,
      customerEmail: null,
      locale: null,
    },
    ...{ metadata: {}, storeName: "Shop", mode: "payment", interval: null, lines: [line, refused] },
    ...{ pictures: new Map(), currency: "kwd", shippingCountries: null, offers: null },
    ...{
      expiresAt: world.clock.now + 31 * 60_000,
      successUrl: "https://s.example",
      cancelUrl: "https://s.example",
    },
  };
  await expect(provider.openSession(session)).rejects.toMatchObject({
    code: "CONFLICT",
    message: expect.stringContaining(
      'doesn\'t accept the price of "Odd". Remove it from the cart. It says: "',
    ),
  });
});

test("a session has our id as reference, as idempotency key and in the metadata", async () => {
  const url = await paymentPage(merchant, await cartWith(merchant, { monthly: 1 }));
  const session = await readSession(merchant, await pay(url));
  const event = world.stripe.events("checkout.session.completed").at(-1);
  expect(event?.data.object).toMatchObject({
    client_reference_id: session.id,
    metadata: { checkoutSessionId: session.id, storeId: merchant.store.id },
  });
  const subscription = world.stripe.events("customer.subscription.created").at(-1);
  expect(subscription?.data.object).toMatchObject({ metadata: { checkoutSessionId: session.id } });
});

test("the log contains no key, no payment URL and no portal URL", () => {
  const log = world.logLines.join("");
  expect(log.length).toBeGreaterThan(1000);
  expect(log).not.toContain(merchant.key);
  expect(log).not.toContain("sk_test");
  expect(log).not.toContain(`${world.standInUrl}/`);
  expect(log).not.toContain("whsec_");
});
