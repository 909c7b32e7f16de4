import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onPaymentPage } from "../../helpers/pay-page.ts";
import { cartWith, dataOf, openCheckout, orderOf, readSession } from "../../helpers/shopping.ts";
import { signIn } from "../../helpers/subscribing.ts";
import { blankProduct, type Merchant, startWorld, type World } from "../../helpers/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
  world.stripe.setTaxOrigin(undefined, "DE");
});
afterAll(() => world.close());

type Details = Parameters<typeof openCheckout>[2];

async function open(merchant: Merchant, quantities: Record<string, number>, details: Details = {}) {
  return dataOf(await openCheckout(merchant, await cartWith(merchant, quantities), details)).url;
}

async function payAndRead(merchant: Merchant, url: string, choices: Record<string, string> = {}) {
  const before = world.logLines.length;
  await onPaymentPage(url, "pay", "ines@reader.example", choices);
  const session = await readSession(merchant, url.slice(url.lastIndexOf("/") + 1));
  const lines = world.logLines.slice(before).filter((line) => line.includes('"difference"'));
  const differences = lines.map((line) => JSON.parse(line).difference);
  return { order: await orderOf(merchant, session.id), differences };
}

const billedIn = (billing_country: string) => ({ billing_country });

describe("a purchase", () => {
  test("in a store without tax isn't taxed", async () => {
    const merchant = await world.merchant();
    const { order, differences } = await payAndRead(
      merchant,
      await open(merchant, { font: 1 }),
      billedIn("DE"),
    );
    expect(order.amounts).toEqual({ subtotal: 4900, discount: 0, shipping: 0, tax: 0, total: 4900 });
    expect(differences).toEqual([]);
  });

  test("at prices that include tax contains it", async () => {
    const merchant = await world.merchant({ tax: "inclusive" });
    const { order, differences } = await payAndRead(
      merchant,
      await open(merchant, { font: 1 }),
      billedIn("DE"),
    );
    // 19 of 119 parts.
    expect(order.amounts).toEqual({ subtotal: 4900, discount: 0, shipping: 0, tax: 782, total: 4900 });
    expect(differences).toEqual([]);
  });

  test("at prices that exclude tax pays it on top", async () => {
    const merchant = await world.merchant({ tax: "exclusive" });
    const { order, differences } = await payAndRead(
      merchant,
      await open(merchant, { font: 1 }),
      billedIn("DE"),
    );
    expect(order.amounts).toEqual({ subtotal: 4900, discount: 0, shipping: 0, tax: 931, total: 5831 });
    expect(differences).toEqual([]);
  });

  test.each([
    // Ireland's 23 percent of 2160 and 490, each rounded.
    ["exclusive", { subtotal: 2400, discount: 240, shipping: 490, tax: 497 + 113, total: 3260 }],
    ["inclusive", { subtotal: 2400, discount: 240, shipping: 490, tax: 404 + 92, total: 2650 }],
  ] as const)("with %s tax, shipping and a code has all parts", async (tax, amounts) => {
    const merchant = await world.merchant({ tax });
    const { database, promotionCodes } = world.services;
    const { id: storeId, currency } = merchant.store;
    const rate = { name: "Post", priceInCents: 490, days: null, freeFromInCents: null, countries: null };
    await database.shippingRates.add({ storeId, currency }, rate);
    const { code } = await promotionCodes.create(
      merchant.store,
      {
        ...{ code: `ALL-${tax.toUpperCase()}`, percentOff: 10, amountOffInCents: null, currency },
        ...{ minimumInCents: null, maxRedemptions: null, expiresAt: null },
      },
      { token: tax, by: { kind: "command_line", id: "test" } },
    );
    const url = await open(merchant, { poster: 1 }, { shippingCountry: "IE", promotionCode: code });
    const { order, differences } = await payAndRead(merchant, url);
    expect(order.amounts).toEqual(amounts);
    expect(differences).toEqual([]);
  });

  test("of a subscription is taxed", async () => {
    const merchant = await world.merchant({ tax: "exclusive" });
    const url = await open(merchant, { monthly: 1 });
    const { order, differences } = await payAndRead(merchant, url, billedIn("DE"));
    expect(order.amounts).toMatchObject({ subtotal: 900, tax: 171, total: 1071 });
    expect(differences).toEqual([]);
  });

  test("of a member is taxed by the address that the member enters", async () => {
    const merchant = await world.merchant({ tax: "exclusive" });
    const memberSessionId = await signIn(world, merchant, "member_1");
    const first = await payAndRead(
      merchant,
      await open(merchant, { font: 1 }, { memberSessionId }),
      billedIn("FR"),
    );
    expect(first.order.amounts).toMatchObject({ tax: 980 });
    const second = await payAndRead(merchant, await open(merchant, { poster: 1 }, { memberSessionId }));
    expect(second.order.amounts).toMatchObject({ tax: 552 });
    expect([...first.differences, ...second.differences]).toEqual([]);
  });
});

describe("a product's tax code", () => {
  const coded = (reference: string, taxCode: string | null) => ({
    ...{ ...blankProduct, reference, name: reference, type: "digital" as const, priceInCents: 1000 },
    taxCode,
  });
  const products = [
    coded("print", null),
    coded("voucher", "txcd_00000000"),
    coded("novel", "txcd_35010000"),
    coded("mystery", "txcd_77777777"),
  ];

  test("decides the tax of its line, and is on the order", async () => {
    const merchant = await world.merchant({ tax: "exclusive" }, products);
    const url = await open(merchant, { print: 1, voucher: 1, novel: 2 });
    const { order, differences } = await payAndRead(merchant, url, billedIn("DE"));
    expect(order.amounts).toMatchObject({ subtotal: 4000, tax: 190 + 0 + 140, total: 4330 });
    expect(order.lines.map((line) => line.taxCode)).toEqual([undefined, "txcd_00000000", "txcd_35010000"]);
    expect(differences).toEqual([]);
  });

  test("that the provider doesn't know prevents a purchase, if tax is charged", async () => {
    const taxed = await world.merchant({ tax: "inclusive" }, products);
    const refused = await openCheckout(taxed, await cartWith(taxed, { print: 1, mystery: 1 }));
    expect(refused.response.status).toBe(409);
    expect(refused.error).toMatchObject({
      code: "CONFLICT",
      error: expect.stringContaining(
        'The payment provider doesn\'t know the tax code of "mystery". It says: "',
      ),
    });
    const untaxed = await world.merchant({}, products);
    const { order } = await payAndRead(untaxed, await open(untaxed, { mystery: 1 }), billedIn("DE"));
    expect(order.amounts).toMatchObject({ tax: 0, total: 1000 });
  });

  test("and the way a subscription is taxed stay with a new price", async () => {
    const club = {
      ...{ ...coded("club", "txcd_35010000"), type: "subscription" as const },
      billingInterval: "month" as const,
    };
    const merchant = await world.merchant({ tax: "exclusive" }, [club]);
    const { order } = await payAndRead(merchant, await open(merchant, { club: 1 }), billedIn("DE"));
    expect(order.amounts).toMatchObject({ subtotal: 1000, tax: 70, total: 1070 });
    const { database, reprice } = world.services;
    await database.products.import(merchant.store.id, [{ ...club, priceInCents: 2000 }]);
    const [product] = await database.products.listAll(merchant.store.id);
    if (!product) throw new Error("There is a club.");
    const by = { kind: "command_line", id: "test" } as const;
    expect(await reprice.run(product, { by })).toMatchObject({ changed: 1 });
    world.clock.now += 32 * 86_400_000;
    await world.stripe.advance(0);
    await world.stripe.deliver();
    const [renewed] = await database.orders.listAll(merchant.store.id);
    expect(renewed?.payments.map(({ amount }) => amount)).toEqual([1070, 2140]);
  });
});

describe("409 PAYMENTS_NOT_CONFIGURED", () => {
  test("if the account can't calculate tax, until it can", async () => {
    const merchant = await world.merchant({ tax: "inclusive", stripeAccount: "acct_tax" });
    const cartId = await cartWith(merchant, { font: 1 });
    const refused = await openCheckout(merchant, cartId);
    expect([refused.response.status, refused.error?.code]).toEqual([409, "PAYMENTS_NOT_CONFIGURED"]);
    world.stripe.setTaxOrigin("acct_tax", "DE");
    expect((await openCheckout(merchant, cartId)).response.status).toBe(200);
  });
});
