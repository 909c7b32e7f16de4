import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordPayments } from "../../../server/database/queries/orders/record-payments.ts";
import type { NewStore } from "../../../server/database/queries/stores.ts";
import { createCheckout } from "../../../server/payments/checkout/checkout.ts";
import { createCustomers } from "../../../server/payments/checkout/customers.ts";
import { createProvider } from "../../../server/payments/provider/provider.ts";
import { createRepeatedSubscriptions } from "../../../server/payments/subscriptions/repeated-subscriptions.ts";
import { signedIn } from "../../dashboard/dashboard-visitor.ts";
import {
  addLine,
  answerOf,
  cartWith,
  dataOf,
  isPayable,
  openCheckout,
  orderOf,
  pay,
  paymentPage,
  readSession,
} from "../../helpers/shopping.ts";
import { signIn, subscribe } from "../../helpers/subscribing.ts";
import { type Merchant, sampleProducts, startWorld, type World } from "../../helpers/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** Another monthly subscription, which can be in one cart with the sample one. */
const products = [
  ...sampleProducts,
  ...sampleProducts
    .filter(({ reference }) => reference === "monthly")
    .map((product) => ({ ...product, reference: "letters", name: "Letters" })),
];

const newMerchant = (changes: Partial<NewStore> = {}) => world.merchant(changes, products);

/** A page on which a member, or a guest, can subscribe. */
async function pageFor(
  merchant: Merchant,
  memberId: string | undefined = "ines",
  quantities: Record<string, number> = { monthly: 1 },
): Promise<string> {
  const session = memberId === "" ? undefined : await signIn(world, merchant, memberId);
  return paymentPage(merchant, await cartWith(merchant, quantities), session);
}

const idIn = (url: string) => new URL(url).pathname.split("/").at(-1) ?? "";

/** The state of each of a session's subscriptions at the provider, and the amount refunded there. */
async function atProvider(sessionIds: string[]) {
  const states = await Promise.all(
    sessionIds.map(async (id) => {
      const response = await fetch(`${world.standInUrl}/v1/checkout/sessions/${id}?expand[]=subscription`, {
        headers: { Authorization: "Bearer sk_test_tests" },
      });
      const { subscription } = (await response.json()) as { subscription: Stripe.Subscription | null };
      return subscription?.status ?? "none";
    }),
  );
  return states;
}

const refundsOf = (paymentIds: string[]) =>
  world.stripe
    .events("refund.created")
    .map(({ data }) => data.object as { payment_intent: string; amount: number })
    .filter(({ payment_intent }) => paymentIds.includes(payment_intent))
    .map(({ amount }) => amount);

const cancellations = () => world.stripe.events("customer.subscription.deleted").length;

/** Two pages of a member for the same product, both completed before the shop learns of either. */
async function bothCompleted(
  merchant: Merchant,
  carts: [Record<string, number>, Record<string, number>] = [{ monthly: 1 }, { monthly: 1 }],
) {
  const pages = [await pageFor(merchant, "ines", carts[0]), await pageFor(merchant, "ines", carts[1])];
  const sessionIds: string[] = [];
  for (const page of pages) {
    world.clock.now += 1000;
    sessionIds.push(await pay(page));
  }
  const [first = "", second = ""] = sessionIds;
  return { first, second };
}

async function expectSecondUndone(merchant: Merchant, first: string, second: string): Promise<void> {
  expect(await atProvider([first, second])).toEqual(["active", "canceled"]);
  const [kept, undone] = [await orderOf(merchant, first), await orderOf(merchant, second)];
  expect([kept.status, undone.status]).toEqual(["paid", "refunded"]);
  expect(refundsOf(kept.payments.map(({ id }) => id))).toEqual([]);
  expect(refundsOf(undone.payments.map(({ id }) => id))).toEqual([undone.totals.total]);
  const { duplicateSubscriptions } = world.services.database;
  expect(await duplicateSubscriptions.list(merchant.store.id)).toMatchObject([
    {
      subscriptionId: undone.subscriptionId,
      keptSubscriptionId: kept.subscriptionId,
      cancelledAt: expect.any(Number),
      settledAt: expect.any(Number),
      problem: null,
    },
  ]);
}

describe("a member who subscribes to a product", () => {
  test("409 CONFLICT for it again, even beside another one and in any quantity", async () => {
    const merchant = await newMerchant();
    await subscribe(world, merchant, "ines", { monthly: 2 });
    const memberSessionId = await signIn(world, merchant, "ines");
    const again = (quantities: Record<string, number>) =>
      cartWith(merchant, quantities).then((cartId) => openCheckout(merchant, cartId, { memberSessionId }));
    const refused = await again({ monthly: 1 });
    expect(answerOf(refused)).toBe("409 CONFLICT");
    expect(refused.error?.error).toContain("Print Club");
    expect(answerOf(await again({ letters: 1, monthly: 1 }))).toBe("409 CONFLICT");
    expect(answerOf(await again({ letters: 1 }))).toBe("200");
    expect(answerOf(await again({ yearly: 1 }))).toBe("200");
    expect(answerOf(await again({ font: 1 }))).toBe("200");
  });

  test("200 for others, for guests, and at another store", async () => {
    const [merchant, other] = [await newMerchant(), await newMerchant()];
    await subscribe(world, merchant, "ines");
    for (const [shop, member] of [
      [merchant, "nora"],
      [merchant, ""],
      [other, "ines"],
    ] as const) {
      expect(await isPayable(await pageFor(shop, member))).toBe(true);
    }
  });

  test.each(["active", "trialing", "past_due", "unpaid", "paused"])(
    "409 CONFLICT while it is %s",
    async (status) => {
      const merchant = await newMerchant();
      const id = await subscribe(world, merchant, "ines");
      await report(merchant, id, status);
      const memberSessionId = await signIn(world, merchant, "ines");
      const cartId = await cartWith(merchant, { monthly: 1 });
      expect(answerOf(await openCheckout(merchant, cartId, { memberSessionId }))).toBe("409 CONFLICT");
    },
  );

  test.each(["canceled", "incomplete_expired"])("200 once it is %s, and buys it again", async (status) => {
    const merchant = await newMerchant();
    const ended = await subscribe(world, merchant, "ines");
    await report(merchant, ended, status);
    const again = await subscribe(world, merchant, "ines");
    await world.stripe.deliver();
    expect(await world.services.database.duplicateSubscriptions.list(merchant.store.id)).toEqual([]);
    const { subscriptions } = world.services.database;
    expect(await subscriptions.find(again)).toMatchObject({ status: "active" });
  });

  test("200 once it has ended at the provider, even before its event arrives", async () => {
    const merchant = await newMerchant();
    const id = await subscribe(world, merchant, "ines");
    await cancelAtProvider(id);
    expect(await isPayable(await pageFor(merchant))).toBe(true);
  });

  test("500 with Retry-After while the provider can't say whether it has ended", async () => {
    const merchant = await newMerchant();
    await subscribe(world, merchant, "ines");
    const memberSessionId = await signIn(world, merchant, "ines");
    const cartId = await cartWith(merchant, { monthly: 1 });
    world.stripe.fail({ how: 503, path: "/v1/subscriptions", requests: 9 });
    const { response } = await openCheckout(merchant, cartId, { memberSessionId });
    world.stripe.clearFailures();
    expect([response.status, response.headers.has("Retry-After")]).toEqual([500, true]);
  });

  test("409 CONFLICT while the first one's payment is pending", async () => {
    const merchant = await newMerchant();
    const page = await pageFor(merchant);
    await world.stripe.pay(idIn(page), { email: "ines@reader.example", paid: "later" });
    await readSession(merchant, idIn(page));
    const memberSessionId = await signIn(world, merchant, "ines");
    const open = async () =>
      answerOf(await openCheckout(merchant, await cartWith(merchant, { monthly: 1 }), { memberSessionId }));
    expect(await open()).toBe("409 CONFLICT");
    // A failed one is tried again for two weeks.
    await world.stripe.settle(idIn(page), "fail");
    await readSession(merchant, idIn(page));
    expect(await open()).toBe("409 CONFLICT");
    world.clock.now += 16 * 24 * 3_600_000;
    await world.stripe.advance(0);
    expect(await open()).toBe("200");
  });

  test("200 in a store that allows it, as stores from earlier versions do, and nothing is undone", async () => {
    const merchant = await newMerchant({ allowsRepeatSubscriptions: true });
    await subscribe(world, merchant, "ines");
    const other = await pageFor(merchant);
    await subscribe(world, merchant, "ines");
    expect(await isPayable(other)).toBe(true);
    await world.stripe.deliver();
    await world.sweep();
    expect(await world.services.database.duplicateSubscriptions.list(merchant.store.id)).toEqual([]);
    const { subscriptions } = world.services.database;
    expect(await subscriptions.listLive({ storeId: merchant.store.id, memberId: "ines" })).toHaveLength(2);
  });
});

describe("of two open pages for the same product", () => {
  test("the other one closes when one is completed, and pages for something else stay open", async () => {
    const merchant = await newMerchant();
    const [bought, same, beside, else_, noras, guests] = [
      await pageFor(merchant),
      await pageFor(merchant),
      await pageFor(merchant, "ines", { letters: 1, monthly: 1 }),
      await pageFor(merchant, "ines", { letters: 1 }),
      await pageFor(merchant, "nora"),
      await pageFor(merchant, ""),
    ];
    await readSession(merchant, await pay(bought));
    const payable = await Promise.all([same, beside, else_, noras, guests].map(isPayable));
    expect(payable).toEqual([false, false, true, true, true]);
    expect(await readSession(merchant, idIn(same))).toMatchObject({ status: "expired" });
  });

  test("the other one closes when an event reports the first", async () => {
    const merchant = await newMerchant();
    const [bought, other] = [await pageFor(merchant), await pageFor(merchant)];
    await pay(bought);
    await world.stripe.deliver();
    expect(await isPayable(other)).toBe(false);
  });

  test("the other one closes when a bank debit for the first is pending", async () => {
    const merchant = await newMerchant();
    const [bought, other] = [await pageFor(merchant), await pageFor(merchant)];
    await world.stripe.pay(idIn(bought), { email: "ines@reader.example", paid: "later" });
    await world.stripe.deliver();
    expect(await isPayable(other)).toBe(false);
  });

  test("the sweeper closes the other one if the provider was unavailable before", async () => {
    const merchant = await newMerchant();
    const [bought, other] = [await pageFor(merchant), await pageFor(merchant)];
    world.stripe.fail({ how: 503, path: `/v1/checkout/sessions/${idIn(other)}/expire`, requests: 9 });
    await readSession(merchant, await pay(bought));
    world.stripe.clearFailures();
    expect(await isPayable(other)).toBe(true);
    await world.sweep();
    expect(await isPayable(other)).toBe(false);
  });
});

describe("when both are completed, the second is cancelled and refunded, once", () => {
  test("by events, in order and each of them twice", async () => {
    const merchant = await newMerchant();
    const { first, second } = await bothCompleted(merchant);
    await world.stripe.deliver({ times: 2 });
    await world.stripe.deliver({ times: 2 });
    await expectSecondUndone(merchant, first, second);
  });

  test("by events in reverse: the second is the one that was bought later", async () => {
    const merchant = await newMerchant();
    const { first, second } = await bothCompleted(merchant);
    await world.stripe.deliver({ order: "reverse" });
    await world.stripe.deliver();
    await expectSecondUndone(merchant, first, second);
  });

  test("by the buyer's return, without any event", async () => {
    const merchant = await newMerchant();
    const { first, second } = await bothCompleted(merchant);
    await readSession(merchant, second);
    await readSession(merchant, first);
    await expectSecondUndone(merchant, first, second);
  });

  test("by the sweeper, if the buyer doesn't return and no event arrives", async () => {
    const merchant = await newMerchant();
    const { first, second } = await bothCompleted(merchant);
    world.clock.now += 10 * 60_000;
    await world.sweep();
    await expectSecondUndone(merchant, first, second);
  });

  test("when both are reported at the same moment", async () => {
    const merchant = await newMerchant();
    const { duplicateSubscriptions } = world.services.database;
    for (let n = 0; n < 8; n++) {
      const pages = [await pageFor(merchant, `member ${n}`), await pageFor(merchant, `member ${n}`)];
      const [one = "", other = ""] = [await pay(pages[0] ?? ""), await pay(pages[1] ?? "")];
      await Promise.all([one, other].map((id) => readSession(merchant, id)));
      const states = await atProvider([one, other]);
      expect(states.toSorted()).toEqual(["active", "canceled"]);
      const orders = await Promise.all([one, other].map((id) => orderOf(merchant, id)));
      expect(orders.map(({ status }) => status).toSorted()).toEqual(["paid", "refunded"]);
      expect(await duplicateSubscriptions.list(merchant.store.id)).toHaveLength(n + 1);
    }
  });

  test("by closing the second page, which turns out to be completed", async () => {
    const merchant = await newMerchant();
    const { first, second } = await bothCompleted(merchant);
    await readSession(merchant, first);
    await expectSecondUndone(merchant, first, second);
  });

  test("as a whole, if the two share one of several products", async () => {
    const merchant = await newMerchant();
    const { first, second } = await bothCompleted(merchant, [{ monthly: 3 }, { letters: 1, monthly: 1 }]);
    await world.stripe.deliver();
    await expectSecondUndone(merchant, first, second);
  });

  test("on the connected account where it was bought", async () => {
    await world.stripe.deliver();
    const merchant = await newMerchant({ stripeAccount: "acct_letters" });
    const { first, second } = await bothCompleted(merchant);
    const before = world.stripe.requests().length;
    await world.stripe.deliver();
    const asked = world.stripe.requests().slice(before);
    expect(asked.filter(({ account }) => account !== "acct_letters")).toEqual([]);
    expect(asked.filter(({ method }) => method === "DELETE")).toHaveLength(1);
    const undone = await orderOf(merchant, second);
    expect(refundsOf(undone.payments.map(({ id }) => id))).toEqual([900]);
    expect((await orderOf(merchant, first)).status).toBe("paid");
  });

  test("and if three are completed, two of them", async () => {
    const merchant = await newMerchant();
    const pages = [await pageFor(merchant), await pageFor(merchant), await pageFor(merchant)];
    const sessionIds: string[] = [];
    for (const page of pages) {
      world.clock.now += 1000;
      sessionIds.push(await pay(page));
    }
    await world.stripe.deliver({ order: "reverse" });
    await world.stripe.deliver();
    expect(await atProvider(sessionIds)).toEqual(["active", "canceled", "canceled"]);
    const orders = await Promise.all(sessionIds.map((id) => orderOf(merchant, id)));
    expect(orders.map(({ status }) => status)).toEqual(["paid", "refunded", "refunded"]);
  });

  test.each([
    [
      "the cancellation's response is lost",
      { how: "drop", when: "after", method: "DELETE", path: "/v1/subscriptions" },
    ],
    ["the cancellation fails", { how: 503, method: "DELETE", path: "/v1/subscriptions" }],
    ["the refund's response is lost", { how: "drop", when: "after", method: "POST", path: "/v1/refunds" }],
    ["the refund fails", { how: 503, method: "POST", path: "/v1/refunds" }],
    ["the refunds can't be read", { how: 503, method: "GET", path: "/v1/refunds" }],
  ] as const)("although %s for a while", async (_, failure) => {
    const merchant = await newMerchant();
    const { first, second } = await bothCompleted(merchant);
    world.stripe.fail({ ...failure, requests: 4 });
    await world.stripe.deliver();
    await world.stripe.deliver();
    world.stripe.clearFailures();
    const before = cancellations();
    for (let n = 0; n < 4; n++) {
      world.clock.now += 20 * 60_000;
      await world.sweep();
    }
    await world.stripe.deliver();
    await expectSecondUndone(merchant, first, second);
    expect(cancellations() - before).toBeLessThanOrEqual(1);
  });

  test("when a bank debit for the first arrives days later, and the second was paid by card", async () => {
    const merchant = await newMerchant();
    const [first, second] = [await pageFor(merchant), await pageFor(merchant)];
    await world.stripe.pay(idIn(first), { email: "ines@reader.example", paid: "later" });
    world.clock.now += 1000;
    await pay(second);
    await world.stripe.deliver();
    world.clock.now += 3 * 24 * 3_600_000;
    await world.stripe.settle(idIn(first), "succeed");
    await world.stripe.deliver();
    await expectSecondUndone(merchant, idIn(first), idIn(second));
  });

  test("but not when that bank debit fails", async () => {
    const merchant = await newMerchant();
    const [first, second] = [await pageFor(merchant), await pageFor(merchant)];
    await world.stripe.pay(idIn(first), { email: "ines@reader.example", paid: "later" });
    world.clock.now += 1000;
    await pay(second);
    await world.stripe.deliver();
    await world.sweep();
    expect(await atProvider([idIn(first), idIn(second)])).toEqual(["active", "active"]);
    await world.stripe.settle(idIn(first), "fail");
    await world.stripe.deliver();
    await world.sweep();
    expect(await atProvider([idIn(first), idIn(second)])).toEqual(["past_due", "active"]);
    expect((await orderOf(merchant, idIn(second))).status).toBe("paid");
    world.clock.now += 16 * 24 * 3_600_000;
    await world.stripe.advance(0);
    await world.stripe.deliver();
    await world.sweep();
    expect(await atProvider([idIn(first), idIn(second)])).toEqual(["canceled", "active"]);
  });

  test("with later payments for it, as after more than a month without a sweep", async () => {
    const merchant = await newMerchant();
    const { first, second } = await bothCompleted(merchant);
    world.clock.now += 33 * 24 * 3_600_000;
    await world.stripe.advance(0);
    await world.stripe.deliver();
    expect(await atProvider([first, second])).toEqual(["active", "canceled"]);
    const undone = await orderOf(merchant, second);
    expect(undone.payments).toHaveLength(2);
    expect(undone.status).toBe("refunded");
    expect(refundsOf(undone.payments.map(({ id }) => id))).toEqual([900, 900]);
    expect((await orderOf(merchant, first)).payments).toHaveLength(2);
  });

  test("and what the merchant has already refunded isn't refunded again", async () => {
    const merchant = await newMerchant();
    const { first, second } = await bothCompleted(merchant);
    await world.stripe.refund(second, 300);
    await world.stripe.deliver();
    // The first attempt may have come before the report of that refund.
    world.clock.now += 2 * 60_000;
    await world.sweep();
    const undone = await orderOf(merchant, second);
    expect(undone.status).toBe("refunded");
    expect(refundsOf(undone.payments.map(({ id }) => id)).sort()).toEqual([300, 600]);
    expect((await orderOf(merchant, first)).status).toBe("paid");
  });

  test("a refund that the provider refuses is shown to the merchant as a problem until it is solved", async () => {
    const merchant = await newMerchant();
    const { second } = await bothCompleted(merchant);
    const dispute = await world.stripe.dispute(second);
    await world.stripe.deliver();
    const { duplicateSubscriptions } = world.services.database;
    const [duplicate] = await duplicateSubscriptions.list(merchant.store.id);
    expect(duplicate).toMatchObject({ cancelledAt: expect.any(Number), settledAt: null });
    expect(duplicate?.problem).toContain("bank disputes this payment");
    const { overview } = world.services.database;
    expect(await overview.needsAction(merchant.store.id)).toMatchObject({ stuckDuplicates: 1 });
    const signIn = (email: string) => signedIn(world, { storeId: merchant.store.id, role: "staff", email });
    const staff = await signIn("today@example.com");
    const home = `/dashboard/stores/${merchant.store.slug}`;
    const { id: orderId } = await orderOf(merchant, second);
    expect((await staff.get(`${home}/orders/${orderId}`)).text).toContain("Not refunded yet");
    expect((await staff.get(`${home}/subscriptions?show=all`)).text).toContain("Duplicate, not refunded");
    // While it is open, the provider isn't asked repeatedly.
    const before = new Set(world.stripe.requests());
    world.clock.now += 13 * 3_600_000;
    await world.sweep();
    const later = world.stripe.requests().filter((request) => !before.has(request));
    expect(later.filter(isRefundRequest)).toEqual([]);
    await world.stripe.changeDispute(dispute.id, "won");
    await world.stripe.deliver();
    world.clock.now += 13 * 3_600_000;
    await world.sweep();
    expect(await duplicateSubscriptions.list(merchant.store.id)).toMatchObject([
      { settledAt: expect.any(Number), problem: null },
    ]);
    const next = await signIn("tomorrow@example.com");
    expect((await next.get(`${home}/orders/${orderId}`)).text).toContain("Duplicate, refunded");
    expect(await overview.needsAction(merchant.store.id)).toMatchObject({ stuckDuplicates: 0 });
    const trail = (await next.get(`${home}/audit?about=${orderId}`)).text;
    expect(trail).toContain("The server");
  });
});

test("what the bank returned in a dispute isn't refunded as well", async () => {
  const merchant = await newMerchant();
  const { second } = await bothCompleted(merchant);
  const dispute = await world.stripe.dispute(second);
  await world.stripe.deliver();
  await world.stripe.changeDispute(dispute.id, "lost");
  await world.stripe.deliver();
  world.clock.now += 13 * 3_600_000;
  await world.sweep();
  const { duplicateSubscriptions } = world.services.database;
  expect(await duplicateSubscriptions.list(merchant.store.id)).toMatchObject([
    { cancelledAt: expect.any(Number), settledAt: expect.any(Number), problem: null },
  ]);
  const undone = await orderOf(merchant, second);
  expect(refundsOf(undone.payments.map(({ id }) => id))).toEqual([]);
});

test("at most one of two pages that are opened while another is completed can be paid afterwards", async () => {
  const merchant = await newMerchant();
  const bought = await pageFor(merchant);
  const memberSessionId = await signIn(world, merchant, "ines");
  const carts = await Promise.all(Array.from({ length: 4 }, () => cartWith(merchant, { monthly: 1 })));
  const sessionId = await pay(bought);
  const [, ...answers] = await Promise.all([
    readSession(merchant, sessionId),
    ...carts.map((cartId) => openCheckout(merchant, cartId, { memberSessionId })),
  ]);
  await world.sweep();
  for (const answer of answers) {
    const url = answer.data?.data.url;
    if (url === undefined) expect(answerOf(answer)).toBe("409 CONFLICT");
    else expect(await isPayable(url)).toBe(false);
  }
});

test("409 CONFLICT when the other page is completed after the member's subscriptions were looked up", async () => {
  const merchant = await newMerchant();
  const bought = await pageFor(merchant);
  const memberSessionId = await signIn(world, merchant, "ines");
  const cartId = await cartWith(merchant, { monthly: 1 });
  const { database } = world.services;
  const settings = { secretKey: "sk_test_world", apiBase: world.standInUrl, webhookSecrets: [] };
  const provider = createProvider(settings, () => world.clock.now);
  const checkout = createCheckout({
    clock: () => world.clock.now,
    onSettled: () => {},
    defaults: { successUrl: "https://shop.example/", cancelUrl: "https://shop.example/" },
    customers: createCustomers({ database, provider }),
    repeats: createRepeatedSubscriptions({ database, provider }),
    provider,
    database: {
      ...database,
      checkoutSessions: {
        ...database.checkoutSessions,
        begin: async (session) => {
          await readSession(merchant, await pay(bought));
          return database.checkoutSessions.begin(session);
        },
      },
    },
  });
  const answer = await world.withServices(
    (services) => ({ ...services, checkout: { ...checkout, refresh: services.checkout.refresh } }),
    () => openCheckout(merchant, cartId, { memberSessionId }),
  );
  expect(answerOf(answer)).toBe("409 CONFLICT");
  const open = { storeId: merchant.store.id, memberId: "ines" };
  expect(await database.checkoutSessions.openSubscriptions(open)).toEqual([]);
});

test("a payment while a second subscription is settled leaves it due", async () => {
  const merchant = await newMerchant();
  const { first, second } = await bothCompleted(merchant);
  const { checkoutSessions, duplicateSubscriptions, providerEvents } = world.services.database;
  const storeId = merchant.store.id;
  for (const sessionId of [first, second]) {
    const session = await checkoutSessions.find({ storeId, sessionId });
    const settings = { secretKey: "sk_test_world", apiBase: world.standInUrl, webhookSecrets: [] };
    const outcome = await createProvider(settings, () => world.clock.now).readSession({
      ...{ id: sessionId, account: null },
    });
    await checkoutSessions.settle(session?.id ?? "", outcome, world.clock.now);
  }
  const [claimed] = await duplicateSubscriptions.claimDue({ limit: 1, storeId });
  if (!claimed) throw new Error("Nothing is due.");
  expect(await duplicateSubscriptions.claimDue({ limit: 1, storeId })).toEqual([]);
  await providerEvents.accept({ id: `evt_${storeId}`, type: "invoice.paid" }, async (db) => {
    const sale = { checkoutSessionId: claimed.checkoutSessionId, account: null };
    const renewal = { id: `pi_${storeId}`, invoiceId: "in_1", amount: 900, currency: "eur", paidAt: 1 };
    await recordPayments(db, sale, [renewal], world.clock.now);
  });
  await duplicateSubscriptions.settle(claimed);
  expect(await duplicateSubscriptions.list(storeId)).toMatchObject([{ settledAt: null }]);
  const [again] = await duplicateSubscriptions.claimDue({ limit: 1, storeId });
  if (!again) throw new Error("Nothing is due.");
  await duplicateSubscriptions.settle(again);
  expect(await duplicateSubscriptions.list(storeId)).toMatchObject([{ settledAt: expect.any(Number) }]);
});

test("409 CONFLICT leaves the cart as it is, and no session behind", async () => {
  const merchant = await newMerchant();
  await subscribe(world, merchant, "ines");
  const memberSessionId = await signIn(world, merchant, "ines");
  const cartId = await cartWith(merchant, { monthly: 1 });
  expect(answerOf(await openCheckout(merchant, cartId, { memberSessionId }))).toBe("409 CONFLICT");
  const { checkoutSessions } = world.services.database;
  const open = { storeId: merchant.store.id, memberId: "ines" };
  expect(await checkoutSessions.openSubscriptions(open)).toEqual([]);
  await addLine(merchant, cartId, "letters");
  expect(dataOf(await openCheckout(merchant, cartId)).url).toContain("/pay/");
});

function isRefundRequest({ method, path }: { method: string; path: string }): boolean {
  return method === "POST" && path === "/v1/refunds";
}

/** The provider ends a subscription, or changes its state, and the shop gets the event. */
async function report(merchant: Merchant, id: string, status: string): Promise<void> {
  if (status !== "active") await world.stripe.setSubscription(id, status as Stripe.Subscription.Status);
  const { subscriptions } = world.services.database;
  const known = await subscriptions.findOfStore({ storeId: merchant.store.id, subscriptionId: id });
  if (!known) throw new Error("There is no such subscription.");
  await subscriptions.save({ ...known, status, fetchedAt: known.fetchedAt + 1 });
}

async function cancelAtProvider(id: string): Promise<void> {
  const response = await fetch(`${world.standInUrl}/v1/subscriptions/${id}`, {
    method: "DELETE",
    headers: { Authorization: "Bearer sk_test_tests" },
  });
  expect(response.status).toBe(200);
}
