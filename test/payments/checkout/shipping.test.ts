import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Offers } from "../../../server/domain/offers.ts";
import type { NewShippingRate } from "../../../server/domain/shipping-rate.ts";
import { createProvider } from "../../../server/payments/provider/provider.ts";
import { openState } from "../../helpers/data/sessions.ts";
import { onPaymentPage } from "../../helpers/pay-page.ts";
import {
  cartWith,
  dataOf,
  openCheckout,
  orderOf,
  pay,
  productId,
  readSession,
} from "../../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const standard: NewShippingRate = {
  name: "Standard",
  priceInCents: 490,
  days: { min: 2, max: 4 },
  freeFromInCents: null,
  countries: null,
};

async function shop(rates: NewShippingRate[], shipsTo: string[] | null = null): Promise<Merchant> {
  const merchant = await world.merchant({ shipsTo });
  const { id: storeId } = merchant.store;
  for (const rate of rates) {
    world.clock.now += 1;
    await world.services.database.shippingRates.add({ storeId, currency: "eur" }, rate);
  }
  return merchant;
}

async function open(merchant: Merchant, quantities: Record<string, number>, shippingCountry?: string) {
  const cartId = await cartWith(merchant, quantities);
  return openCheckout(merchant, cartId, shippingCountry === undefined ? {} : { shippingCountry });
}

interface RateForm {
  display_name: string;
  fixed_amount: { amount: string };
  delivery_estimate?: { minimum: { value: string }; maximum: { value: string } };
}

/** What the latest session at the provider was created with. */
function lastSession() {
  const form = world.stripe
    .requests()
    .findLast(({ method, path }) => method === "POST" && path === "/v1/checkout/sessions")?.form;
  const { shipping_options: options = [], shipping_address_collection: addresses } = form as {
    shipping_options?: { shipping_rate_data: RateForm }[];
    shipping_address_collection?: { allowed_countries: string[] };
  };
  const rates = options.map(({ shipping_rate_data: rate }) => rate);
  const estimate = rates[0]?.delivery_estimate;
  return {
    names: rates.map(({ display_name: name }) => name),
    amounts: rates.map(({ fixed_amount: { amount } }) => Number(amount)),
    days: estimate && [estimate.minimum.value, estimate.maximum.value],
    countries: Object.values(addresses?.allowed_countries ?? []),
  };
}

const sessionOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);

/** Pays with the offered rate of this name. */
async function payWith(merchant: Merchant, url: string, rate: string) {
  const page = await (await fetch(url)).text();
  const [, id = ""] = new RegExp(`value="(shr_[^"]*)"[^>]*>(?:(?!value=)[\\s\\S])*?${rate}`).exec(page) ?? [];
  await onPaymentPage(`${url}`, "pay", "ines@reader.example", { shipping_rate: id });
  const sessionId = sessionOf(url);
  await readSession(merchant, sessionId);
  return orderOf(merchant, sessionId);
}

const differences = () =>
  world.logLines.filter((line) => line.includes("differs from the checkout session's"));

describe("a purchase of physical products", () => {
  test("is paid with the chosen rate, which the order shows", async () => {
    const merchant = await shop([standard, { ...standard, name: "Express", priceInCents: 1290, days: null }]);
    const { url } = dataOf(await open(merchant, { poster: 2 }));
    expect(lastSession()).toMatchObject({
      names: ["Standard", "Express"],
      amounts: [490, 1290],
      days: ["2", "4"],
    });
    const before = differences().length;
    const order = await payWith(merchant, url, "Express");
    expect(order.amounts).toEqual({ subtotal: 4800, discount: 0, shipping: 1290, tax: 0, total: 6090 });
    expect(order.shippingRate).toEqual({ name: "Express" });
    expect((await readSession(merchant, order.checkoutSessionId)).shippingRate).toEqual({ name: "Express" });
    expect(differences().length).toBe(before);
  });

  test("names the chosen one of two rates with the same price, also after it was removed", async () => {
    const merchant = await shop([standard, { ...standard, name: "Pickup point" }]);
    const { url } = dataOf(await open(merchant, { poster: 1 }));
    expect((await readSession(merchant, sessionOf(url))).shippingRate).toBeNull();
    const { shippingRates } = world.services.database;
    const storeId = merchant.store.id;
    for (const { id: rateId } of await shippingRates.list(storeId))
      await shippingRates.remove({ storeId, rateId });
    expect((await payWith(merchant, url, "Pickup point")).shippingRate).toEqual({ name: "Pickup point" });
  });

  test("is shipped for nothing from the rate's sum", async () => {
    const merchant = await shop([{ ...standard, freeFromInCents: 4800 }]);
    await open(merchant, { poster: 1 });
    expect(lastSession().amounts).toEqual([490]);
    const { url } = dataOf(await open(merchant, { poster: 2 }));
    expect(lastSession().amounts).toEqual([0]);
    const order = await payWith(merchant, url, "Standard");
    expect(order.amounts).toMatchObject({ shipping: 0, total: 4800 });
    expect(order.shippingRate).toEqual({ name: "Standard" });
  });

  test("offers five rates, the cheapest first", async () => {
    const prices = [700, 300, 600, 200, 500, 100, 400];
    const merchant = await shop(prices.map((priceInCents) => ({ ...standard, priceInCents })));
    dataOf(await open(merchant, { poster: 1 }));
    expect(lastSession().amounts).toEqual([100, 200, 300, 400, 500]);
  });

  test("without rates is shipped for nothing, as before", async () => {
    const merchant = await shop([]);
    const { url } = dataOf(await open(merchant, { poster: 1 }));
    expect(lastSession()).toMatchObject({ names: [] });
    const sessionId = await pay(url);
    await readSession(merchant, sessionId);
    expect((await orderOf(merchant, sessionId)).shippingRate).toBeNull();
    expect(lastSession().countries.length).toBeGreaterThan(200);
  });

  test("doesn't offer a rate that was turned off or removed", async () => {
    const merchant = await shop([standard, { ...standard, name: "Express" }, { ...standard, name: "Post" }]);
    const { shippingRates } = world.services.database;
    const storeId = merchant.store.id;
    const [first, second] = await shippingRates.list(storeId);
    await shippingRates.setActive({ storeId, rateId: first?.id ?? "" }, false);
    await shippingRates.remove({ storeId, rateId: second?.id ?? "" });
    dataOf(await open(merchant, { poster: 1 }));
    expect(lastSession().names).toEqual(["Post"]);
  });
});

describe("the country", () => {
  const rates = [
    { ...standard, name: "Ireland", countries: ["ie"] },
    { ...standard, name: "Everywhere", priceInCents: 1990 },
  ];

  test("narrows rates and addresses", async () => {
    const merchant = await shop(rates);
    dataOf(await open(merchant, { poster: 1 }, "IE"));
    expect(lastSession()).toMatchObject({ names: ["Ireland", "Everywhere"], countries: ["IE"] });
    dataOf(await open(merchant, { poster: 1 }, "PT"));
    expect(lastSession()).toMatchObject({ names: ["Everywhere"], countries: ["PT"] });
    dataOf(await open(merchant, { poster: 1 }));
    expect(lastSession().names).toEqual(["Everywhere"]);
  });

  test("isn't needed for rates that are valid wherever the store ships to", async () => {
    const merchant = await shop([{ ...standard, countries: ["ie", "gb"] }], ["gb"]);
    dataOf(await open(merchant, { poster: 1 }));
    expect(lastSession()).toMatchObject({ names: ["Standard"], countries: ["GB"] });
  });

  const refusalOf = async (merchant: Merchant, country?: string) => {
    const { response, error } = await open(merchant, { poster: 1 }, country);
    return [response.status, error && "details" in error && error.details?.[0]];
  };

  test("409 CONFLICT if the store doesn't ship there", async () => {
    const fault = { in: "body", pointer: "/shippingCountry", rule: "enum" };
    const shipping = await shop(rates, ["ie"]);
    expect(await refusalOf(shipping, "PT")).toEqual([409, expect.objectContaining(fault)]);
    const withoutRate = await shop([{ ...standard, countries: ["ie"] }]);
    expect(await refusalOf(withoutRate, "PT")).toEqual([409, expect.objectContaining(fault)]);
    const unknown = await shop([]);
    expect(await refusalOf(unknown, "QQ")).toEqual([409, expect.objectContaining(fault)]);
  });

  test("409 CONFLICT if it is missing and every rate depends on it", async () => {
    const merchant = await shop([{ ...standard, countries: ["ie"] }]);
    const fault = { in: "body", pointer: "/shippingCountry", rule: "required" };
    expect(await refusalOf(merchant)).toEqual([409, expect.objectContaining(fault)]);
  });

  test("is ignored if nothing is shipped", async () => {
    const merchant = await shop(rates, ["ie"]);
    for (const reference of ["font", "monthly"]) {
      dataOf(await open(merchant, { [reference]: 1 }, "PT"));
      expect(lastSession()).toMatchObject({ names: [], countries: [] });
    }
  });
});

describe("an open session", () => {
  test("keeps the rates that it offered", async () => {
    const merchant = await shop([standard]);
    const { url } = dataOf(await open(merchant, { poster: 1 }));
    const { shippingRates } = world.services.database;
    const storeId = merchant.store.id;
    const [rate] = await shippingRates.list(storeId);
    await shippingRates.remove({ storeId, rateId: rate?.id ?? "" });
    const before = differences().length;
    expect((await payWith(merchant, url, "Standard")).amounts).toMatchObject({ shipping: 490 });
    expect(differences().length).toBe(before);
  });

  test("is returned again for its idempotency key, and replaced for the same cart", async () => {
    const merchant = await shop([standard]);
    const cartId = await cartWith(merchant, { poster: 1 });
    const ask = (headers: Record<string, string>) =>
      merchant.client.POST("/v1/checkout/session", { body: { cartId, shippingCountry: "IE" }, headers });
    const first = dataOf(await ask({ "Idempotency-Key": "key-1" }));
    expect(dataOf(await ask({ "Idempotency-Key": "key-1" }))).toEqual(first);
    expect(dataOf(await ask({}))).not.toEqual(first);
    expect(await (await fetch(first.url)).text()).not.toContain('name="outcome"');
  });

  test("whose shipping isn't one of the offered rates is recorded and reported", async () => {
    const merchant = await shop([]);
    const { database } = world.services;
    const { id: storeId, name: storeName } = merchant.store;
    const cartId = await cartWith(merchant, { poster: 1 });
    const id = "chk_tampered";
    const expiresAt = world.clock.now + 31 * 60_000;
    const lines = [
      {
        productId: productId(merchant, "poster"),
        name: "Tide Poster",
        options: [],
        quantity: 1,
        unitPriceInCents: 2400,
      },
    ];
    const session = {
      ...{ ...openState, id, storeId, cartId, mode: "payment" as const, lines, currency: "eur" },
      ...{ memberId: null, account: null, expiresAt },
    };
    const rate = { rateId: "ship_1", name: "Standard", priceInCents: 490, days: null };
    const offers: Offers = { shipping: [rate], takesCodes: false, tax: "off" };
    await database.checkoutSessions.begin({
      ...{ ...session, offers, providerId: null, total: 2400, createdAt: world.clock.now },
    });
    const provider = createProvider(
      { secretKey: "sk_test_world", apiBase: world.standInUrl, webhookSecrets: [] },
      () => world.clock.now,
    );
    const opened = await provider.openSession({
      ...{ ...session, customerId: null, locale: null, storeName, interval: null, pictures: new Map() },
      offers: { ...offers, shipping: [{ ...rate, priceInCents: 1 }] },
      ...{ shippingCountries: ["IE"], successUrl: "https://a.example/", cancelUrl: "https://a.example/" },
    });
    await database.checkoutSessions.opened(id, opened);
    const before = differences().length;
    expect((await payWith(merchant, opened.url, "Standard")).amounts).toMatchObject({
      shipping: 1,
      total: 2401,
    });
    expect(
      differences()
        .slice(before)
        .map((line) => JSON.parse(line).difference),
    ).toEqual(["shipping"]);
  });
});
