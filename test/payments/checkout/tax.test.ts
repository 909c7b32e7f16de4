import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onPaymentPage } from "../../helpers/pay-page.ts";
import { cartWith, dataOf, openCheckout, orderOf, readSession } from "../../helpers/shopping.ts";
import { signIn } from "../../helpers/subscribing.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";

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
    const url = await open(merchant, { poster: 1 }, { shippingCountry: "IE" });
    const entered = new URLSearchParams({ outcome: "apply_code", promotion_code: code });
    await fetch(url, { method: "POST", body: entered });
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
