import { send } from "@counterpart/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CodeTerms } from "../../../server/domain/promotion-code.ts";
import { onPaymentPage } from "../../helpers/pay-page.ts";
import { cartWith, dataOf, openCheckout, orderOf, readSession } from "../../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const by = { kind: "command_line", id: "test" } as const;
let count = 0;

/** A code that takes off 10 percent, with a new name. */
function terms(changes: Partial<CodeTerms> = {}): CodeTerms {
  const usual = {
    ...{ code: `SUMMER-${++count}`, percentOff: 10, amountOffInCents: null, currency: "eur" },
    ...{ minimumInCents: null, maxRedemptions: null, expiresAt: null },
  };
  return { ...usual, ...changes } as CodeTerms;
}

/** A store with an account that no other store uses, so that the page has a field for codes. */
const alone = () => world.merchant({ stripeAccount: `acct_${++count}` });

const amountOff = (amountOffInCents: number) => ({ percentOff: null, amountOffInCents }) as const;

async function create({ store }: Merchant, given = terms()) {
  const { promotionCodes } = world.services;
  return promotionCodes.create(store, given, { token: `token-${++count}`, by });
}

async function open(merchant: Merchant, quantities: Record<string, number> = { font: 1 }): Promise<string> {
  return dataOf(await openCheckout(merchant, await cartWith(merchant, quantities))).url;
}

/** Creates a code in the provider's dashboard. */
async function createByHand({ store }: Merchant, code: string): Promise<void> {
  const post = async (path: string, fields: Record<string, string>) => {
    const headers = { Authorization: "Bearer sk_test_world", "Stripe-Account": store.stripeAccount ?? "" };
    const body = new URLSearchParams(fields);
    const answer = await fetch(`${world.standInUrl}/v1/${path}`, { method: "POST", headers, body });
    return (await answer.json()) as { id: string };
  };
  const { id } = await post("coupons", { percent_off: "10", duration: "once" });
  await post("promotion_codes", { "promotion[type]": "coupon", "promotion[coupon]": id, code });
}

const sessionIdIn = (url: string) => url.slice(url.lastIndexOf("/") + 1);

/** Enters a code on the page; returns the page's answer. */
async function enter(url: string, code: string): Promise<string> {
  const body = new URLSearchParams({ outcome: "apply_code", promotion_code: code });
  const answer = await fetch(url, { method: "POST", body, headers: { Accept: "application/json" } });
  return answer.text();
}

async function payAndRead(merchant: Merchant, url: string) {
  const before = world.logLines.length;
  await onPaymentPage(url);
  const session = await readSession(merchant, sessionIdIn(url));
  const lines = world.logLines.slice(before).filter((line) => line.includes('"difference"'));
  const differences = lines.map((line) => JSON.parse(line).difference);
  return { session, order: await orderOf(merchant, session.id), differences };
}

describe("a purchase", () => {
  test("with a percentage is reduced, and nothing is reported", async () => {
    const merchant = await alone();
    const { code } = await create(merchant);
    const url = await open(merchant);
    await enter(url, code.toLowerCase());
    const { order, differences } = await payAndRead(merchant, url);
    expect(order.amounts).toEqual({ subtotal: 4900, discount: 490, shipping: 0, tax: 0, total: 4410 });
    expect(differences).toEqual([]);
  });

  test("with an amount is reduced to nothing at most", async () => {
    const merchant = await alone();
    const { code } = await create(merchant, terms(amountOff(6000)));
    const url = await open(merchant);
    await enter(url, code);
    const { order, differences } = await payAndRead(merchant, url);
    expect(order).toMatchObject({
      amounts: { subtotal: 4900, discount: 4900, total: 0 },
    });
    expect(differences).toEqual([]);
  });

  test("of a subscription is reduced in its first payment only", async () => {
    const merchant = await alone();
    const { code } = await create(merchant, terms(amountOff(400)));
    const url = await open(merchant, { monthly: 1 });
    await enter(url, code);
    const { order, differences } = await payAndRead(merchant, url);
    expect(order.amounts).toMatchObject({ subtotal: 900, discount: 400, total: 500 });
    expect(differences).toEqual([]);
  });

  test("with shipping is reduced by the products' price alone", async () => {
    const merchant = await alone();
    const rate = { name: "Post", priceInCents: 490, days: null, freeFromInCents: null, countries: null };
    const { id: storeId, currency } = merchant.store;
    await world.services.database.shippingRates.add({ storeId, currency }, rate);
    const { code } = await create(merchant, terms({ percentOff: 50 }));
    const url = await open(merchant, { poster: 1 });
    await enter(url, code);
    const { order, differences } = await payAndRead(merchant, url);
    expect(order.amounts).toEqual({ subtotal: 2400, discount: 1200, shipping: 490, tax: 0, total: 1690 });
    expect(differences).toEqual([]);
  });

  test("is reduced only within the code's limits", async () => {
    const merchant = await alone();
    const minimum = await create(merchant, terms({ minimumInCents: 5000 }));
    const once = await create(merchant, terms({ maxRedemptions: 1 }));
    const expiring = await create(merchant, terms({ expiresAt: world.clock.now + 60_000 }));
    const url = await open(merchant);
    expect(await enter(url, minimum.code)).toContain("error");
    expect(await enter(url, once.code)).not.toContain("error");
    await payAndRead(merchant, url);
    const next = await open(merchant);
    expect(await enter(next, once.code)).toContain("error");
    world.clock.now += 60_000;
    await world.stripe.advance(0);
    expect(await enter(next, expiring.code)).toContain("error");
  });
});

describe("the page", () => {
  test("takes codes while the store has one", async () => {
    const merchant = await alone();
    const without = await open(merchant);
    const { id, code } = await create(merchant);
    expect(await enter(without, code)).toContain("takes no promotion codes");
    expect(await enter(await open(merchant), code)).not.toContain("error");
    await world.services.promotionCodes.deactivate({ storeId: merchant.store.id, id }, { by });
    expect(await enter(await open(merchant), code)).toContain("takes no promotion codes");
  });

  test("takes no codes from the moment at which the store's only one expires", async () => {
    const merchant = await alone();
    const { code } = await create(merchant, terms({ expiresAt: world.clock.now + 60_000 }));
    world.clock.now += 59_999;
    expect(await enter(await open(merchant), code)).not.toContain("error");
    world.clock.now += 1;
    expect(await enter(await open(merchant), code)).toContain("takes no promotion codes");
  });

  test("takes no code of another store on another account", async () => {
    const merchant = await world.merchant({ stripeAccount: "acct_harbour" });
    const other = await world.merchant({ stripeAccount: "acct_quay" });
    await create(merchant);
    const { code } = await create(other);
    expect(await enter(await open(merchant), code)).toContain("invalid");
  });

  test("reports a code that was created at the provider", async () => {
    const merchant = await alone();
    await create(merchant);
    await createByHand(merchant, "BY-HAND");
    const url = await open(merchant);
    await enter(url, "BY-HAND");
    const { order, differences } = await payAndRead(merchant, url);
    expect(order.amounts).toMatchObject({ discount: 490, total: 4410 });
    expect(differences).toEqual(["discount"]);
  });

  test("takes no codes while another store uses the account, or left active ones there", async () => {
    const merchant = await alone();
    const { code } = await create(merchant);
    const { stripeAccount } = merchant.store;
    const other = await world.merchant({ stripeAccount });
    expect(await enter(await open(merchant), code)).toContain("takes no promotion codes");
    const left = await create(other);
    const { stores } = world.services.database;
    await stores.update(other.store.slug, { stripeAccount: null });
    expect(await enter(await open(merchant), code)).toContain("takes no promotion codes");
    await world.services.promotionCodes.deactivate({ storeId: other.store.id, id: left.id }, { by });
    expect(await enter(await open(merchant), code)).not.toContain("error");
  });
});

describe("a code in the request", () => {
  async function ask(merchant: Merchant, promotionCode: string, quantities = { font: 1 }) {
    const json = { cartId: await cartWith(merchant, quantities), promotionCode };
    return send(world, "POST", "/v1/checkout/session", { key: merchant.key, json });
  }

  /** The page that a code was applied to. */
  async function openWith(merchant: Merchant, code: string): Promise<string> {
    const { status, body } = await ask(merchant, code);
    expect(status).toBe(200);
    return (body as { data: { url: string } }).data.url;
  }

  async function refusal(...given: Parameters<typeof ask>) {
    const { status, body } = await ask(...given);
    const { code, error, details } = body as { code: string; error: string; details: { pointer: string }[] };
    return { status, code, error, pointers: details.map(({ pointer }) => pointer) };
  }

  const conflict = (error: string) => ({
    ...{ status: 409, code: "CONFLICT", pointers: ["/promotionCode"] },
    error: expect.stringContaining(error),
  });

  test("reduces the price, in upper and lower case, and the page takes no other", async () => {
    const merchant = await world.merchant();
    const [{ code }, other] = [await create(merchant, terms({ percentOff: 12.5 })), await create(merchant)];
    const url = await openWith(merchant, code.toLowerCase());
    expect(await enter(url, other.code)).toContain("takes no promotion codes");
    const { order, differences } = await payAndRead(merchant, url);
    expect(order.amounts).toMatchObject({ subtotal: 4900, discount: 613, total: 4287 });
    expect(differences).toEqual([]);
  });

  test("is the store's, when two stores on one account have one of the same name", async () => {
    const [merchant, other] = [await world.merchant(), await world.merchant()];
    const { code } = await create(merchant, terms({ percentOff: 50 }));
    await create(other, terms({ code, percentOff: 0.1 }));
    const orders = [];
    for (const one of [merchant, other]) {
      const { order, differences } = await payAndRead(one, await openWith(one, code));
      orders.push({ discount: order.amounts?.discount, differences });
    }
    expect(orders).toEqual([
      { discount: 2450, differences: [] },
      { discount: 5, differences: [] },
    ]);
  });

  test("409 for one that is unknown, another store's, expired, ended, used up or on another account", async () => {
    const merchant = await world.merchant();
    const other = await create(await world.merchant());
    for (const code of ["UNKNOWN", "no code at all!", "\u0000", other.code]) {
      expect(await refusal(merchant, code)).toEqual(conflict("The store has no promotion code"));
    }
    const ended = await create(merchant);
    await world.services.promotionCodes.deactivate({ storeId: merchant.store.id, id: ended.id }, { by });
    expect(await refusal(merchant, ended.code)).toEqual(conflict(`${ended.code} was deactivated`));
    const once = await create(merchant, terms({ maxRedemptions: 1 }));
    await payAndRead(merchant, await openWith(merchant, once.code));
    expect(await refusal(merchant, once.code)).toEqual(conflict("doesn't accept the promotion code"));
    const expiring = await create(merchant, terms({ expiresAt: world.clock.now + 60_000 }));
    world.clock.now += 60_000;
    expect(await refusal(merchant, expiring.code)).toEqual(conflict(`${expiring.code} has expired`));
    const { code } = await create(merchant);
    await world.services.database.stores.update(merchant.store.slug, { stripeAccount: "acct_new" });
    expect(await refusal(merchant, code)).toEqual(conflict("The store has no promotion code"));
  });

  test("409 below its minimum, and in another currency than its amounts", async () => {
    const merchant = await world.merchant();
    const minimum = await create(merchant, terms({ minimumInCents: 4901 }));
    expect(await refusal(merchant, minimum.code)).toEqual(conflict("a subtotal of at least 49.01 eur"));
    expect(await ask(merchant, minimum.code, { font: 2 })).toMatchObject({ status: 200 });
    const pounds = await create(merchant, terms({ ...amountOff(500), currency: "gbp" }));
    expect(await refusal(merchant, pounds.code)).toEqual(conflict("for purchases in gbp"));
  });

  test("that is refused reserves no stock", async () => {
    const merchant = await world.merchant();
    const productId = merchant.products.font ?? "";
    await world.services.database.stockLevels.change({ storeId: merchant.store.id, productId }, { to: 2 });
    const once = await create(merchant, terms({ maxRedemptions: 1 }));
    await payAndRead(merchant, await openWith(merchant, once.code));
    for (const code of [once.code, "UNKNOWN"])
      expect(await ask(merchant, code)).toMatchObject({ status: 409 });
    expect(await open(merchant)).toContain("/pay/");
  });
});

describe("creating a code", () => {
  test("again with the same token creates it once", async () => {
    const { store } = await world.merchant();
    const { promotionCodes, database } = world.services;
    const given = terms();
    const [first, again] = await Promise.all(
      [1, 2].map(() => promotionCodes.create(store, given, { token: "form-1", by })),
    );
    expect(again).toEqual(first);
    expect(await database.promotionCodes.list(store.id)).toEqual([first]);
    const entries = await database.auditTrail.list({ storeId: store.id, limit: 10 });
    expect(entries?.entries.map(({ action }) => action)).toEqual(["promotion_code.created"]);
  });

  test("that the account already has is refused, and leaves no row", async () => {
    const merchant = await alone();
    const { code } = await create(merchant);
    await expect(create(merchant, terms({ code }))).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await world.services.database.promotionCodes.list(merchant.store.id)).toHaveLength(1);
  });

  test("after the provider failed leaves no row, and can be repeated", async () => {
    const merchant = await world.merchant();
    const { promotionCodes, database } = world.services;
    const given = terms();
    const attempt = () => promotionCodes.create(merchant.store, given, { token: "form-2", by });
    world.stripe.fail({ path: "/v1/promotion_codes", how: "drop", when: "after", requests: 2 });
    await expect(attempt()).rejects.toThrow("busy or unreachable");
    expect(await database.promotionCodes.list(merchant.store.id)).toEqual([]);
    world.stripe.clearFailures();
    expect(await attempt()).toMatchObject({ code: given.code });
  });
});

describe("ending a code", () => {
  test("asks the provider first", async () => {
    const merchant = await world.merchant();
    const { promotionCodes } = world.services;
    const { id } = await create(merchant);
    const address = { storeId: merchant.store.id, id };
    world.stripe.fail({ path: "/v1/promotion_codes", how: 500, requests: 2 });
    await expect(promotionCodes.deactivate(address, { by })).rejects.toThrow("busy or unreachable");
    world.stripe.clearFailures();
    const [open] = await world.services.database.promotionCodes.list(merchant.store.id);
    expect(open?.deactivatedAt).toBeNull();
    expect(await promotionCodes.deactivate(address, { by })).toMatchObject({
      deactivatedAt: world.clock.now,
    });
    expect(await promotionCodes.deactivate(address, { by })).toMatchObject({
      deactivatedAt: world.clock.now,
    });
  });

  test("of another store isn't possible", async () => {
    const merchant = await world.merchant();
    const { id } = await create(merchant);
    const other = await world.merchant();
    const address = { storeId: other.store.id, id };
    expect(await world.services.promotionCodes.deactivate(address, { by })).toBeUndefined();
  });
});
