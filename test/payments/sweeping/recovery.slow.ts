import { noopTelemetry } from "@counterpart/server";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createEventHandler } from "../../../server/payments/events/webhooks.ts";
import { createProvider } from "../../../server/payments/provider/provider.ts";
import { stripeAddress } from "../../../server/payments/provider/stripe-address.ts";
import { StripeSdk } from "../../../server/payments/provider/stripe-sdk.ts";
import { readEvents } from "../../../server/payments/sweeping/read-events.ts";
import { createRecoverEvent } from "../../../server/payments/sweeping/recover-event.ts";
import { createBudget } from "../../../server/payments/sweeping/sweep-budget.ts";
import { buy, cartWith, orderOf, pay, paymentPage, readSession } from "../../helpers/shopping.ts";
import { type Merchant, silent, startWorld, type World } from "../../helpers/world.ts";

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

async function newWorld(options: Parameters<typeof startWorld>[0] = {}) {
  const world = await startWorld(options);
  onTestFinished(() => world.close());
  return world;
}

/** Time passes, here and at the provider, and no webhook is delivered. */
async function wait(world: World, ms: number): Promise<void> {
  world.clock.now += ms;
  await world.stripe.advance(0);
}

/** Days in which the sweeper runs twice a day: the provider's minutes in between don't matter. */
async function sweepFor(world: World, days: number): Promise<void> {
  for (let half = 0; half < days * 2; half++) {
    await wait(world, dayMs / 2);
    await world.sweep();
  }
}

const sdkOf = (world: World) => new StripeSdk("sk_test_judge", stripeAddress(world.standInUrl));
const onAccount = ({ store }: Merchant) =>
  store.stripeAccount === null ? {} : { stripeAccount: store.stripeAccount };

const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === "string" ? reference : (reference?.id ?? "");

/** A merchant's orders and subscriptions as the shop knows them. */
async function known({ services: { database } }: World, { store }: Merchant) {
  const orders = await database.orders.listAll(store.id);
  const subscriptions = await database.subscriptions.list(store.id);
  return {
    orders: orders
      .map(({ checkoutSessionId, payments, disputes }) => ({
        checkoutSessionId,
        payments: payments
          .map(({ id, amount, refunded, paidAt }) => ({ id, amount, refunded, paidAt }))
          .toSorted((a, b) => a.id.localeCompare(b.id)),
        disputes: disputes.map(({ id, status }) => ({ id, status })),
      }))
      .toSorted((a, b) => a.checkoutSessionId.localeCompare(b.checkoutSessionId)),
    subscriptions: subscriptions
      .map(({ id, status }) => ({ id, status }))
      .toSorted((a, b) => a.id.localeCompare(b.id)),
    isPayable: (await database.stores.findBySlug(store.slug))?.paymentsConfigured,
  };
}

/** The same from the provider's own objects. */
async function actual(world: World, merchant: Merchant): Promise<Awaited<ReturnType<typeof known>>> {
  const stripe = sdkOf(world);
  const on = onAccount(merchant);
  const sessions = await stripe.checkout.sessions.list({ status: "complete", limit: 100 }, on);
  const own = sessions.data.filter(({ metadata }) => metadata?.storeId === merchant.store.id);
  const disputesOf = new Map<string, { id: string; status: string }[]>();
  for (const { data } of world.stripe.events("charge.dispute.created")) {
    const { id } = data.object as { id: string };
    const dispute = await stripe.disputes.retrieve(id, {}, on).catch(() => undefined);
    if (dispute) disputesOf.set(idOf(dispute.payment_intent), [{ id, status: dispute.status }]);
  }
  const payment = async (id: string, amount: number, paidAt: number) => {
    const { data } = await stripe.refunds.list({ payment_intent: id, limit: 100 }, on);
    const given = data.filter(({ status }) => status !== "failed" && status !== "canceled");
    return { id, amount, refunded: given.reduce((sum, refund) => sum + refund.amount, 0), paidAt };
  };
  const paymentsOf = async (session: (typeof own)[number]) => {
    if (session.mode === "payment") {
      const intent = await stripe.paymentIntents.retrieve(
        idOf(session.payment_intent),
        { expand: ["latest_charge"] },
        on,
      );
      const charge = intent.latest_charge as { created: number };
      return [await payment(intent.id, intent.amount_received, charge.created * 1000)];
    }
    const invoices = await stripe.invoices.list(
      { subscription: idOf(session.subscription), status: "paid", limit: 100, expand: ["data.payments"] },
      on,
    );
    const paid = invoices.data.flatMap(({ payments }) => payments?.data ?? []);
    return Promise.all(
      paid.map((one) =>
        payment(
          idOf(one.payment.payment_intent),
          one.amount_paid ?? 0,
          (one.status_transitions.paid_at ?? 0) * 1000,
        ),
      ),
    );
  };
  const orders = await Promise.all(
    own.map(async (session) => {
      const payments = await paymentsOf(session);
      return {
        checkoutSessionId: session.client_reference_id ?? "",
        payments: payments.toSorted((a, b) => a.id.localeCompare(b.id)),
        disputes: payments.flatMap(({ id }) => disputesOf.get(id) ?? []),
      };
    }),
  );
  const { data } = await stripe.subscriptions.list({ status: "all", limit: 100 }, on);
  const subscriptions = data.filter(({ metadata }) => metadata.storeId === merchant.store.id);
  const { stripeAccount } = merchant.store;
  return {
    orders: orders.toSorted((a, b) => a.checkoutSessionId.localeCompare(b.checkoutSessionId)),
    subscriptions: subscriptions
      .map(({ id, status }) => ({ id, status }))
      .toSorted((a, b) => a.id.localeCompare(b.id)),
    isPayable: stripeAccount === null || (await stripe.accounts.retrieve(stripeAccount)).charges_enabled,
  } as Awaited<ReturnType<typeof known>>;
}

async function sell(merchant: Merchant, product: string): Promise<string> {
  return pay(await paymentPage(merchant, await cartWith(merchant, { [product]: 1 })));
}

const subscriptionIn = async (world: World, sessionId: string, merchant: Merchant) =>
  idOf((await sdkOf(world).checkout.sessions.retrieve(sessionId, {}, onAccount(merchant))).subscription);

describe("without any webhook for 100 days", () => {
  test("orders, refunds, renewals, disputes, subscriptions and accounts match the provider's while the sweeper runs", {
    timeout: 300_000,
  }, async () => {
    const world = await newWorld();
    const merchants = [await world.merchant(), await world.merchant({ stripeAccount: "acct_quay" })];
    const { stripe } = world;
    for (const merchant of merchants) {
      const account = merchant.store.stripeAccount;
      const [parcel, gone, disputed] = [
        await sell(merchant, "poster"),
        await sell(merchant, "font"),
        await sell(merchant, "notebook"),
      ];
      const kept = await sell(merchant, "monthly");
      const canceled = await subscriptionIn(world, await sell(merchant, "monthly"), merchant);
      const declined = await subscriptionIn(world, await sell(merchant, "monthly"), merchant);
      await sweepFor(world, 1);
      const refund = await stripe.refund(parcel, 1000);
      await stripe.refund(gone);
      const dispute = await stripe.dispute(disputed);
      await sweepFor(world, 1);
      expect(await known(world, merchant)).toEqual(await actual(world, merchant));
      await stripe.failRefund(refund.id);
      if (account) stripe.setAccount(account, { chargesEnabled: false });
      await sweepFor(world, 10);
      expect(await known(world, merchant)).toEqual(await actual(world, merchant));
      await stripe.changeDispute(dispute.id, "lost");
      await stripe.cancelSubscription(canceled);
      if (account) stripe.setAccount(account, { chargesEnabled: true });
      stripe.refuseRenewals(declined);
      await sweepFor(world, 88);
      const now = await known(world, merchant);
      expect(now).toEqual(await actual(world, merchant));
      expect(now.subscriptions.map(({ status }) => status).toSorted()).toEqual([
        "active",
        "canceled",
        "canceled",
      ]);
      expect((await orderOf(merchant, kept)).payments).toHaveLength(4);
      expect(now.orders.flatMap(({ disputes }) => disputes)).toMatchObject([{ status: "lost" }]);
    }
  });
});

describe("after the sweeper was stopped for 40 days", () => {
  test("the daily read recovers subscriptions, their renewals, and accounts that take no payments", {
    timeout: 300_000,
  }, async () => {
    const world = await newWorld();
    const merchant = await world.merchant({ stripeAccount: "acct_quay" });
    const kept = await sell(merchant, "monthly");
    const canceled = await subscriptionIn(world, await sell(merchant, "monthly"), merchant);
    await sweepFor(world, 1);
    await world.stripe.cancelSubscription(canceled);
    world.stripe.setAccount("acct_quay", { chargesEnabled: false });
    await wait(world, 40 * dayMs);
    // The events of the first ten days are no longer listed.
    const events = await sdkOf(world).events.list({ limit: 100 }, { stripeAccount: "acct_quay" });
    expect(events.data.some(({ type }) => type === "customer.subscription.deleted")).toBe(false);
    await world.sweep();
    expect(await known(world, merchant)).toEqual(await actual(world, merchant));
    expect((await orderOf(merchant, kept)).payments).toHaveLength(2);
    const [ended] = (await world.services.database.subscriptions.list(merchant.store.id)).filter(
      ({ id }) => id === canceled,
    );
    expect(ended?.status).toBe("canceled");
  });

  test("each of several renewals is recorded, with an event each", async () => {
    const world = await newWorld();
    const merchant = await world.merchant();
    const sessionId = await sell(merchant, "monthly");
    await sweepFor(world, 1);
    const { database } = world.services;
    await database.eventEndpoints.add({
      storeId: merchant.store.id,
      url: "https://shop.example/events",
      secret: "whsec_bm90IHVzZWQgYW55d2hlcmUgZWxzZSE=",
      types: null,
    });
    vi.spyOn(database.eventListings, "due").mockResolvedValue([]);
    await wait(world, 65 * dayMs);
    await world.sweep();
    expect((await orderOf(merchant, sessionId)).payments).toHaveLength(3);
    const events = await database.events.list(merchant.store.id, 10);
    expect(events.map(({ type }) => type)).toEqual(["subscription.renewed", "subscription.renewed"]);
    await wait(world, 2 * dayMs);
    await world.sweep();
    expect((await orderOf(merchant, sessionId)).payments).toHaveLength(3);
  });
});

/** Reads an account's events, with the test's own budget. */
function reader(world: World) {
  const { database } = world.services;
  const clock = () => world.clock.now;
  const settings = { secretKey: "sk_test_world", apiBase: world.standInUrl, webhookSecrets: [] };
  const provider = createProvider(settings, clock);
  const handler = createEventHandler({
    ...{ database, provider, clock, onSettled: () => {} },
    oneSubscription: { follow: async () => {} },
    checkRenewal: async () => {},
  });
  const handled: string[] = [];
  const recoverEvent = createRecoverEvent({
    database,
    handler: {
      ...handler,
      handle: async (event) => {
        handled.push(event.id);
        return handler.handle(event);
      },
    },
    clock,
    log: silent,
    count: () => {},
  });
  return {
    handled,
    /** @param maxCalls for this read */
    read: async (maxCalls: number) => {
      await database.eventListings.notice(clock());
      const [listing] = await database.eventListings.due(clock());
      if (!listing) return false;
      const budget = createBudget({ maxCalls, maxMs: 60_000, isStopping: () => false });
      await readEvents(listing, { database, provider, recoverEvent, clock }, budget);
      return true;
    },
  };
}

const effective = (world: World) =>
  world.stripe
    .events()
    .map(({ id, type }) => ({ id, type }))
    .filter(({ type }) =>
      /^(checkout\.session|customer\.subscription|invoice\.paid|refund|charge\.refund)/.test(type),
    );

describe("a reading of events", () => {
  test("continues where the last one ended, each event once, however few calls it has", async () => {
    const world = await newWorld();
    const merchant = await world.merchant();
    const { handled, read } = reader(world);
    for (let n = 0; n < 12; n++) await buy(merchant, { font: 1 });
    await wait(world, 2 * minuteMs);
    let readings = 0;
    while (await read(2)) readings++;
    expect(readings).toBeGreaterThan(5);
    expect(handled.toSorted()).toEqual(
      effective(world)
        .map(({ id }) => id)
        .toSorted(),
    );
    handled.length = 0;
    // From now on it has a position, and reads from there, the oldest first.
    await wait(world, 5 * minuteMs);
    const before = new Set(effective(world).map(({ id }) => id));
    const sessions = [];
    for (let n = 0; n < 20; n++) sessions.push(await sell(merchant, "monthly"));
    for (const id of sessions) await world.stripe.refund(id, 100).catch(() => {});
    await wait(world, 5 * minuteMs);
    while (await read(2));
    const news = effective(world).filter(({ id }) => !before.has(id));
    expect(news.length).toBeGreaterThan(60);
    expect(handled).toEqual(news.map(({ id }) => id));
  });

  test("makes no call beside the list for events that webhooks delivered", async () => {
    const world = await newWorld();
    const merchant = await world.merchant();
    await sell(merchant, "poster");
    await world.stripe.deliver();
    await wait(world, 2 * minuteMs);
    await world.sweep();
    await sell(merchant, "poster");
    await world.stripe.deliver();
    await wait(world, 5 * minuteMs);
    const before = new Set(world.stripe.requests().map(({ id }) => id));
    await world.sweep();
    const asked = world.stripe.requests().filter(({ id }) => !before.has(id));
    expect(asked.map(({ path }) => path)).toEqual(["/v1/events"]);
    expect(await world.services.database.orders.listAll(merchant.store.id)).toHaveLength(2);
  });

  test("ignores an event for a minute, in which its webhook may arrive", async () => {
    const world = await newWorld();
    const merchant = await world.merchant();
    const { handled, read } = reader(world);
    await buy(merchant, { poster: 1 });
    await wait(world, 59 * 1000);
    await read(100);
    expect(handled).toEqual([]);
    await wait(world, 5 * minuteMs);
    await read(100);
    expect(handled).toHaveLength(1);
  });

  test("never lets a late event undo a newer state", async () => {
    const world = await newWorld();
    const merchant = await world.merchant();
    const order = await buy(merchant, { poster: 1 });
    await world.stripe.refund(order.payments[0]?.id ?? "", 500);
    const older = world.stripe.events("refund.created").at(-1)?.id ?? "";
    await world.stripe.refund(order.payments[0]?.id ?? "", 700);
    await world.stripe.deliver({ ids: [world.stripe.events("refund.created").at(-1)?.id ?? ""] });
    await wait(world, 5 * minuteMs);
    await world.sweep();
    expect(await world.services.database.providerEvents.isKnown(older)).toBe(true);
    expect((await orderOf(merchant, order.checkoutSessionId)).payments).toMatchObject([
      { amountRefunded: 1200 },
    ]);
  });

  test("whose position is no longer listed reads everything that is listed", async () => {
    const world = await newWorld();
    const merchant = await world.merchant();
    const { handled, read } = reader(world);
    await buy(merchant, { poster: 1 });
    await wait(world, 5 * minuteMs);
    await read(100);
    expect(handled).toHaveLength(1);
    await wait(world, 31 * dayMs);
    const order = await buy(merchant, { poster: 1 });
    await wait(world, 5 * minuteMs);
    await world.stripe.refund(order.payments[0]?.id ?? "", 100);
    await wait(world, 5 * minuteMs);
    while (await read(2));
    const listed = effective(world).slice(-handled.length + 1);
    expect(handled.slice(1).toSorted()).toEqual(listed.map(({ id }) => id).toSorted());
    expect(handled.length).toBeGreaterThan(2);
    expect((await orderOf(merchant, order.checkoutSessionId)).refunds).toHaveLength(1);
  });
});

describe("what fails", () => {
  async function withGauges() {
    const gauges: Record<string, () => Record<string, number>> = {};
    const telemetry = {
      ...noopTelemetry,
      gauge: ({ name, read }: { name: string; read: () => Record<string, number> }) => {
        gauges[name] = read;
      },
    };
    const world = await newWorld({ telemetry });
    const behind = () => gauges.sweeper_behind_seconds?.().events ?? -1;
    return { world, behind, unhandled: () => gauges.sweeper_events?.().unhandled };
  }

  test("of an unreachable account stops no other, and shows in the metric until it is read", async () => {
    const { world, behind } = await withGauges();
    const away = await world.merchant({ stripeAccount: "acct_away" });
    const here = await world.merchant({ stripeAccount: "acct_here" });
    const sold = [await buy(away, { poster: 1 }), await buy(here, { poster: 1 })] as const;
    await world.sweep();
    for (const { payments } of sold) await world.stripe.refund(payments[0]?.id ?? "", 100);
    world.stripe.fail({ how: 500, account: "acct_away", requests: 1000 });
    await wait(world, 10 * minuteMs);
    await world.sweep();
    const refunds = async (merchant: Merchant, n: 0 | 1) =>
      (await orderOf(merchant, sold[n].checkoutSessionId)).refunds.length;
    expect([await refunds(away, 0), await refunds(here, 1)]).toEqual([0, 1]);
    expect(behind()).toBe((10 - 1 - 3) * 60);
    world.stripe.clearFailures();
    await wait(world, 5 * minuteMs);
    await world.sweep();
    expect([await refunds(away, 0), behind()]).toEqual([1, 0]);
  });

  test("of an account whose owner revoked access doesn't count as lag, and is read again when it comes back", async () => {
    const { world, behind } = await withGauges();
    const merchant = await world.merchant({ stripeAccount: "acct_quay" });
    const order = await buy(merchant, { poster: 1 });
    await world.sweep();
    await world.stripe.refund(order.payments[0]?.id ?? "", 100);
    world.stripe.setAccess("acct_quay", false);
    await wait(world, hourMs);
    await world.sweep();
    await wait(world, hourMs);
    await world.sweep();
    expect(behind()).toBeLessThan(hourMs);
    expect(await known(world, merchant)).toMatchObject({ isPayable: false });
    world.stripe.setAccess("acct_quay", true);
    await wait(world, dayMs);
    await world.sweep();
    expect(behind()).toBe(0);
    expect((await orderOf(merchant, order.checkoutSessionId)).refunds).toHaveLength(1);
  });

  test("of a single event is set aside and retried, and those after it are handled", async () => {
    const { world, behind, unhandled } = await withGauges();
    const merchant = await world.merchant();
    const [first, second] = [await buy(merchant, { poster: 1 }), await buy(merchant, { poster: 1 })];
    await world.sweep();
    await world.stripe.dispute(first.payments[0]?.id ?? "");
    await world.stripe.refund(second.payments[0]?.id ?? "", 100);
    world.stripe.fail({ how: 400, path: "/v1/disputes", requests: 2 });
    await wait(world, 10 * minuteMs);
    await world.sweep();
    const disputes = async () => (await known(world, merchant)).orders.flatMap((one) => one.disputes).length;
    expect((await orderOf(merchant, second.checkoutSessionId)).refunds).toHaveLength(1);
    expect([await disputes(), (unhandled() ?? 0) > 0, behind() > 0]).toEqual([0, true, true]);
    expect(world.logLines.join("")).toContain("could not handle an event from the payment provider");
    world.stripe.clearFailures();
    for (let n = 0; n < 2; n++) {
      await wait(world, 6 * minuteMs);
      await world.sweep();
    }
    expect([await disputes(), unhandled(), behind()]).toEqual([1, 0, 0]);
  });

  test("of a subscription is retried within minutes, and then not read again for a day", async () => {
    const world = await newWorld();
    const merchant = await world.merchant();
    await readSession(merchant, await sell(merchant, "monthly"));
    await world.sweep();
    vi.spyOn(world.services.database.eventListings, "due").mockResolvedValue([]);
    const reads = () =>
      world.stripe.requests().filter(({ path, status }) => path === "/v1/invoices" && status === 200).length;
    world.stripe.fail({ how: 503, path: "/v1/subscriptions", requests: 2 });
    await wait(world, dayMs);
    await world.sweep();
    expect(reads()).toBe(0);
    world.stripe.clearFailures();
    for (const minutes of [10, 60]) {
      await wait(world, minutes * minuteMs);
      await world.sweep();
      expect(reads()).toBe(1);
    }
    await wait(world, dayMs);
    await world.sweep();
    expect(reads()).toBe(2);
  });
});
