import { noopTelemetry } from "@counterpart/server";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { openEngine } from "../../../server/database/database.ts";
import { amountsToColumns } from "../../../server/database/queries/purchase-columns.ts";
import type { Tables } from "../../../server/database/schema.ts";
import { newId } from "../../../server/domain/ids.ts";
import { settleByListing } from "../../../server/payments/checkout/settle-by-listing.ts";
import { StripeSdk } from "../../../server/payments/provider/stripe-sdk.ts";
import { createBudget } from "../../../server/payments/sweeping/sweep-budget.ts";
import { migratedDatabase } from "../../helpers/data/test-database.ts";
import { cartWith, pay, paymentPage } from "../../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";

const secondMs = 1000;
const minuteMs = 60 * secondMs;

async function newWorld(options: Parameters<typeof startWorld>[0] = {}) {
  const world = await startWorld(options);
  onTestFinished(() => world.close());
  return { world, merchant: await world.merchant() };
}

/** The requests to the provider in the meantime. */
async function askedBy(world: World, work: () => Promise<unknown>) {
  const ids = new Set(world.stripe.requests().map(({ id }) => id));
  await work();
  const asked = world.stripe.requests().filter(({ id }) => !ids.has(id));
  const lists = asked.filter(({ path }) => path === "/v1/checkout/sessions");
  const events = asked.filter(({ path }) => path === "/v1/events");
  const others = asked.filter((one) => !lists.includes(one) && !events.includes(one));
  return { lists, events, others: others.map(({ path }) => path) };
}

const known = (world: World, { store }: Merchant, sessionId: string) =>
  world.services.database.checkoutSessions.find({ storeId: store.id, sessionId });

const idIn = (url: string) => new URL(url).pathname.split("/").at(-1) ?? "";

describe("a paid session whose event was lost", () => {
  test("is settled within five minutes among 10,000 open ones, with few calls", {
    timeout: 180_000,
  }, async () => {
    const testDatabase = await migratedDatabase();
    onTestFinished(() => testDatabase.drop());
    const { world, merchant } = await newWorld({ databaseUrl: testDatabase.url });
    const engine = await openEngine(testDatabase.url);
    onTestFinished(() => engine.close());
    const open = (n: number): Tables["checkout_sessions"] => ({
      id: newId("chk"),
      store_id: merchant.store.id,
      cart_id: newId("cart"),
      provider_id: `cs_test_open${n}`,
      status: "open",
      payment_status: "unpaid",
      payment_outcome: null,
      mode: "payment",
      lines: "[]",
      total: 1,
      currency: "eur",
      member_id: null,
      customer_email: null,
      customer_name: null,
      customer_phone: null,
      shipping_address: null,
      metadata: null,
      url: null,
      created_at: world.clock.now - (n % 20) * minuteMs,
      expires_at: world.clock.now + 31 * minuteMs,
      completed_at: null,
      account: null,
      checked_at: null,
      erased_at: null,
      close_due_at: null,
      stock_lines: null,
      stock_state: null,
      agent: null,
      agent_state: null,
      offers: null,
      shipping_rate: null,
      locale: null,
      ...amountsToColumns(null),
    });
    for (let page = 0; page < 20; page++) {
      const rows = Array.from({ length: 500 }, (_, n) => open(page * 500 + n));
      await engine.write((db) => db.insertInto("checkout_sessions").values(rows).execute());
    }
    const url = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
    await world.sweep();
    const sessionId = await pay(url);
    const { lists, events, others } = await askedBy(world, async () => {
      for (let minute = 0; minute < 5; minute++) {
        world.clock.now += minuteMs;
        await world.sweep();
      }
    });
    expect(await known(world, merchant, sessionId)).toMatchObject({
      status: "complete",
      paymentOutcome: "paid",
    });
    expect(await world.services.database.orders.listAll(merchant.store.id)).toMatchObject([
      { paymentStatus: "paid" },
    ]);
    expect(lists.length).toBeLessThanOrEqual(2);
    expect(events.length).toBeLessThanOrEqual(2);
    expect(others).toEqual([]);
  });

  test("is found if it bought a subscription, too", async () => {
    const { world, merchant } = await newWorld();
    const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, { monthly: 1 })));
    world.clock.now += 5 * minuteMs;
    await world.sweep();
    expect(await known(world, merchant, sessionId)).toMatchObject({ paymentOutcome: "paid" });
    const [order] = await world.services.database.orders.listAll(merchant.store.id);
    expect(order).toMatchObject({ paymentStatus: "paid", payments: [{ amount: 900 }] });
  });

  test("is found after one that can't be settled, which is retried", async () => {
    const { world, merchant } = await newWorld();
    const buyClub = async () => {
      const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, { monthly: 1 })));
      world.clock.now += 10 * secondMs;
      return sessionId;
    };
    const [older, newer] = [await buyClub(), await buyClub()];
    const invoice = world.stripe.events("invoice.paid").at(-1)?.data.object as { id: string };
    world.stripe.fail({ how: 400, path: `/v1/invoices/${invoice.id}`, requests: 10 });
    world.clock.now += 5 * minuteMs;
    await world.sweep();
    expect(await known(world, merchant, newer)).toMatchObject({ status: "open" });
    expect(await known(world, merchant, older)).toMatchObject({ status: "complete" });
    expect(world.logLines.join("")).toContain("could not read from the payment provider");
    world.stripe.clearFailures();
    await world.sweep();
    expect(await known(world, merchant, newer)).toMatchObject({ status: "complete" });
  });

  test("is found on every account, even if one refuses", async () => {
    const { world } = await newWorld();
    const merchants = [
      await world.merchant({ stripeAccount: "acct_gone" }),
      await world.merchant({ stripeAccount: "acct_here" }),
    ] as const;
    const ids = [];
    for (const merchant of merchants) {
      ids.push(await pay(await paymentPage(merchant, await cartWith(merchant, { poster: 1 }))));
    }
    world.stripe.setAccess("acct_gone", false);
    world.clock.now += 5 * minuteMs;
    await world.sweep();
    expect(await known(world, merchants[0], ids[0] ?? "")).toMatchObject({ status: "open" });
    expect(await known(world, merchants[1], ids[1] ?? "")).toMatchObject({ status: "complete" });
  });
});

test("the provider is asked again after three minutes, five with two one-minute sweeps", async () => {
  const { world, merchant } = await newWorld();
  await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
  const listsAfter = async (ms: number) => {
    world.clock.now += ms;
    return (await askedBy(world, world.sweep)).lists.length;
  };
  expect(await listsAfter(3 * minuteMs - secondMs)).toBe(0);
  expect(await listsAfter(secondMs)).toBe(1);
  expect(await listsAfter(3 * minuteMs - secondMs)).toBe(0);
  expect(await listsAfter(secondMs)).toBe(1);
});

test("sessions that ended unpaid expire by one list, without a call for each", async () => {
  const { world, merchant } = await newWorld();
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) {
    ids.push(idIn(await paymentPage(merchant, await cartWith(merchant, { poster: 1 }))));
  }
  world.clock.now += 33 * minuteMs;
  const { lists, others } = await askedBy(world, world.sweep);
  for (const id of ids)
    expect(await known(world, merchant, id)).toMatchObject({ status: "expired", url: null });
  expect(lists.map(({ form }) => form.status)).toEqual(["complete", "expired"]);
  expect(others).toEqual([]);
  world.clock.now += 60 * minuteMs;
  expect((await askedBy(world, world.sweep)).lists).toEqual([]);
});

test("an ended session that is in no list is requested individually", async () => {
  const { world, merchant } = await newWorld();
  const id = idIn(await paymentPage(merchant, await cartWith(merchant, { poster: 1 })));
  world.clock.now += 33 * minuteMs;
  // By the provider's clock, it hasn't expired yet.
  world.providerClock.aheadMs = -5 * minuteMs;
  expect((await askedBy(world, world.sweep)).others).toEqual([`/v1/checkout/sessions/${id}`]);
  expect(await known(world, merchant, id)).toMatchObject({ status: "open" });
  world.providerClock.aheadMs = 0;
  world.clock.now += 5 * minuteMs;
  await world.sweep();
  expect(await known(world, merchant, id)).toMatchObject({ status: "expired" });
});

describe("a listing", () => {
  const list = {
    account: null,
    oldestCreatedAt: 0,
    unfinished: undefined as { begunAt: number; position: string } | undefined,
  };

  const lostPosition = new StripeSdk.errors.StripeInvalidRequestError({
    type: "invalid_request_error",
    code: "resource_missing",
    message: "No such object: 'cs_9'",
  });

  /** Two pages, one of which a sweep may request. */
  function pages(isLost = false) {
    const asked: (string | undefined)[] = [];
    const saved: object[] = [];
    const parts = {
      sessions: {
        saveListing: async (_account: string | null, progress: object) => void saved.push(progress),
        findOpen: async () => [],
        endedSessions: async () => undefined,
        claimUnlisted: async () => [],
      },
      provider: {
        async listSessions({ after }: { after: string | undefined }) {
          asked.push(after);
          if (isLost && after !== undefined) throw lostPosition;
          return { sessions: [], next: after === undefined ? "cs_100" : undefined };
        },
      },
      checkout: { refresh: vi.fn(), settle: vi.fn(), expire: vi.fn() },
      clock: () => 1000,
    };
    return { asked, saved, parts };
  }
  const calls = (maxCalls: number) => createBudget({ maxCalls, maxMs: 60_000, isStopping: () => false });

  test("for which a sweep has no calls left continues in the next one", async () => {
    const { asked, saved, parts } = pages();
    await settleByListing(list, parts, calls(1));
    expect(saved).toEqual([{ begunAt: 1000, position: "cs_100" }]);
    await settleByListing({ ...list, unfinished: { begunAt: 500, position: "cs_100" } }, parts, calls(1));
    expect(asked).toEqual([undefined, "cs_100"]);
    expect(saved.at(-1)).toEqual({ finishedOf: 500 });
  });

  test("whose cursor the provider no longer knows starts over", async () => {
    const { asked, parts } = pages(true);
    await settleByListing({ ...list, unfinished: { begunAt: 500, position: "cs_9" } }, parts, calls(3));
    expect(asked.slice(0, 2)).toEqual(["cs_9", undefined]);
  });
});

test("only one of two processes sweeps", async () => {
  const testDatabase = await migratedDatabase();
  onTestFinished(() => testDatabase.drop());
  const { world: first, merchant } = await newWorld({ databaseUrl: testDatabase.url });
  const second = await startWorld({ databaseUrl: testDatabase.url });
  onTestFinished(() => second.close());
  await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
  for (const { clock } of [first, second]) clock.now += 5 * minuteMs;
  first.stripe.delayAnswers(100);
  const sweeping = first.sweeper.tick();
  await vi.waitFor(() => expect(first.stripe.requests().at(-1)?.method).toBe("GET"));
  expect((await askedBy(second, second.sweeper.tick)).lists).toEqual([]);
  await sweeping;
  expect((await askedBy(second, second.sweeper.tick)).lists).toEqual([]);
});

test("four processes together sweep once a minute, whatever second each starts in", async () => {
  const testDatabase = await migratedDatabase();
  onTestFinished(() => testDatabase.drop());
  const worlds: World[] = [];
  for (let n = 0; n < 4; n++) {
    const world = await startWorld({ databaseUrl: testDatabase.url });
    onTestFinished(() => world.close());
    worlds.push(world);
  }
  const expired = worlds.map(({ services }) =>
    vi.spyOn(services.database.unsettledSessions, "expireUnopened"),
  );
  const sweeps = () => expired.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (let second = 0; second < 5 * 60; second++) {
    for (const [n, world] of worlds.entries()) {
      world.clock.now += secondMs;
      if ((second + 13 * n) % 60 === 0) await world.sweeper.tick();
    }
  }
  expect(sweeps()).toBe(5);
});

test("another process sweeps a killed one's sessions a minute later", async () => {
  const { world, merchant } = await newWorld();
  const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, { poster: 1 })));
  world.clock.now += 5 * minuteMs;
  world.stripe.fail({ how: 503, requests: 100 });
  await world.sweeper.tick();
  world.stripe.clearFailures();
  world.clock.now += minuteMs / 2;
  await world.sweeper.tick();
  expect(await known(world, merchant, sessionId)).toMatchObject({ status: "open" });
  world.clock.now += minuteMs / 2;
  await world.sweeper.tick();
  expect(await known(world, merchant, sessionId)).toMatchObject({ status: "complete" });
});

describe("while the provider", () => {
  let world: World;
  let merchant: Merchant;
  const gauges: Record<string, () => Record<string, number>> = {};
  beforeAll(async () => {
    const telemetry = {
      ...noopTelemetry,
      gauge: ({ name, read }: { name: string; read: () => Record<string, number> }) => {
        gauges[name] = read;
      },
    };
    world = await startWorld({ telemetry });
    merchant = await world.merchant();
  });
  afterAll(() => world.close());

  test("is unavailable, the metrics show how far behind the sweeper is, and it catches up", async () => {
    const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, { poster: 1 })));
    await world.sweep();
    const figures = () => [gauges.sweeper_sessions?.().due, gauges.sweeper_behind_seconds?.().due];
    expect(figures()).toEqual([0, 0]);
    world.stripe.fail({ how: 503, requests: 10 });
    world.clock.now += 10 * minuteMs;
    await world.sweep();
    expect(figures()).toEqual([1, 7 * 60]);
    expect(world.logLines.join("")).toContain("could not read from the payment provider");
    world.stripe.clearFailures();
    await world.sweep();
    expect(figures()).toEqual([0, 0]);
    expect(await known(world, merchant, sessionId)).toMatchObject({ status: "complete" });
  });

  test("and the database are unavailable, the metrics still show it", async () => {
    await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
    await world.sweep();
    world.stripe.fail({ how: 503, requests: 10 });
    const { unsettledSessions } = world.services.database;
    vi.spyOn(unsettledSessions, "expireUnopened").mockRejectedValueOnce(new Error("away"));
    world.clock.now += 10 * minuteMs;
    await expect(world.sweep()).rejects.toThrow("away");
    expect(gauges.sweeper_behind_seconds?.().due).toBe(7 * 60);
    world.stripe.clearFailures();
    await world.sweep();
  });

  test("hangs, a process that stops doesn't wait for it", async () => {
    const stopping = await startWorld();
    const { client, ...shop } = await stopping.merchant();
    await paymentPage({ client, ...shop }, await cartWith({ client, ...shop }, { poster: 1 }));
    stopping.clock.now += 5 * minuteMs;
    stopping.stripe.fail({ how: "hang", requests: 10 });
    const { lists } = await askedBy(stopping, async () => {
      stopping.sweep().catch(() => {});
      await vi.waitFor(() => expect(stopping.stripe.requests().at(-1)?.method).toBe("GET"));
    });
    expect(lists.length).toBe(1);
    // The provider's SDK would wait for 21 seconds.
    await stopping.close();
  });
});
