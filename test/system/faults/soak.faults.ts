import { execFile } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { type Control, createStripeStandIn } from "@counterpart/stripe-stand-in";
import type Stripe from "stripe";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type Database, openDatabase } from "../../../server/database/database.ts";
import { newToken } from "../../../server/people/invitations.ts";
import type { Visitor } from "../../dashboard/dashboard-visitor.ts";
import { type SeededShop, seedShop } from "../../helpers/data/seed-shop.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { report } from "./helpers/figures.ts";
import { type AfterSales, happenAfterSales } from "./soak/after-sales.ts";
import { settleSome } from "./soak/bank.ts";
import { addTrial, changePrices } from "./soak/change-prices.ts";
import { differencesFrom, readAll } from "./soak/differences.ts";
import { fastClock } from "./soak/fast-clock.ts";
import { deliverBadly } from "./soak/postman.ts";
import { readProviderTruth, type TrueOrder } from "./soak/provider-truth.ts";
import { type Buying, purchase, sessionOf } from "./soak/purchase.ts";
import { random } from "./soak/random.ts";
import { createUnreliableServer, type UnreliableServer } from "./soak/unreliable-server.ts";

const purchases = Number(process.env.SOAK_PURCHASES ?? 300);
const seed = Number(process.env.SOAK_SEED ?? 9);
const buyersAtOnce = 10;
const kills = 5;
/** After the purchases: two renewals, and the retries of declined ones. */
const months = { jumps: 6, jumpMs: 13 * 24 * 60 * 60 * 1000, realMs: 25_000 };
const maxMembers = 40;

async function survives(name: string, testDatabase: TestDatabase): Promise<void> {
  onTestFinished(() => testDatabase.drop());
  const origin = Date.now();
  const clock = fastClock(origin, Date.now);
  const standIn = createStripeStandIn({ clock });
  const { control: stripe } = standIn;
  const listening = await standIn.listen(0, "127.0.0.1");
  onTestFinished(() => listening.close());
  const shop = await seedShop(testDatabase.url, listening.url, { tax: "exclusive" });
  const database = await openDatabase(testDatabase.url, clock.now);
  onTestFinished(() => database.close());
  const owner = await addPeople(database, shop);
  const code = await addOffers(database, shop, stripe);
  const productIds = await addTrial(database, shop);
  const server = createUnreliableServer(shop, stripe, { clock, origin });
  const figures: Record<string, number> = {};
  const chooser = random(seed);
  const debits = new Set<string>();
  const sold: string[] = [];
  const members = { count: 0, most: maxMembers };
  const buying: Buying = {
    ask: server.ask,
    products: productIds,
    stripe,
    random: chooser,
    debits,
    sold,
    members,
    code,
    figures,
  };
  const afterSales: AfterSales = {
    ask: server.ask,
    stripe,
    random: random(seed + 3),
    sold,
    members,
    signIn: () => signIn(server, database, owner),
    refunded: new Map(),
    figures,
  };

  await server.start();
  let begun = 0;
  let isOver = false;
  const buyers = Array.from({ length: buyersAtOnce }, async () => {
    while (begun++ < purchases) await purchase(buying);
  });
  const buyersEnd = Promise.all(buyers);
  const others = Promise.all([
    deliverBadly(stripe, random(seed + 1), figures, () => isOver),
    settleSome(stripe, debits, random(seed + 2), () => isOver),
    happenAfterSales(afterSales, () => isOver),
  ]);

  for (let kill = 1; kill <= kills; kill++) {
    await vi.waitUntil(() => begun > (purchases * kill) / (kills + 1), { timeout: 600_000, interval: 20 });
    await server.end(kill % 3 === 0 ? "SIGTERM" : "SIGKILL");
    await server.start();
    if (kill === 3) await changePrices(database, shop, { server, priceInCents: 1000, figures });
  }
  await buyersEnd;
  for (let jump = 0; jump < months.jumps; jump++) {
    await server.end("SIGKILL");
    await server.start(months.jumpMs);
    if (jump === 2) await changePrices(database, shop, { server, priceInCents: 1100, figures });
    await pause(months.realMs);
  }
  isOver = true;
  await others;
  for (const id of debits) await stripe.settle(id, chooser.chance(0.7) ? "succeed" : "fail");
  // No event reports these. From here on, the sweeper has to find everything.
  await server.end("SIGKILL");
  let last = await server.start();

  let differences: string[] = [];
  for (let round = 0; round < 10; round++) {
    const truth = await readProviderTruth(stripe, listening.url);
    differences = await differencesFrom(truth, server.ask);
    figures[`differences ${round === 0 ? "before" : `after ${round}`} sweeps`] = differences.length;
    if (differences.length === 0) break;
    await pause(15_000);
    await server.end("SIGTERM");
    last = await server.start();
  }
  const truth = await readProviderTruth(stripe, listening.url);
  const { orders, subscriptions } = truth;
  const payments = orders.flatMap((order) => order.payments);
  const renewalPrices = new Set(
    stripe
      .events("invoice.paid")
      .map(({ data }) => data.object as Stripe.Invoice)
      .filter((invoice) => invoice.billing_reason === "subscription_cycle")
      .map(({ subtotal }) => subtotal),
  );
  const paidOtherwise = server.output().match(/"difference":"\w+"/g) ?? [];
  report(`soak of ${purchases} purchases, seed ${seed}, ${name}`, {
    ...figures,
    "kills and stops": kills + months.jumps,
    "sessions completed": orders.length,
    ...counts("order", orders),
    payments: payments.length,
    "of these renewals": orders.reduce((sum, order) => sum + renewalsOf(order), 0),
    "begun with a trial": orders.filter((order) => order.total > 0 && order.amounts.subtotal === 0).length,
    refunds: orders.flatMap((order) => order.refunds).length,
    ...counts(
      "refund",
      orders.flatMap((order) => order.refunds),
    ),
    ...counts(
      "dispute",
      orders.flatMap((order) => order.disputes),
    ),
    ...counts("subscription", subscriptions),
    "paid for a second subscription": truth.paidTwice.size,
    discounted: orders.filter(({ amounts }) => amounts.discount > 0).length,
    shipped: orders.filter(({ amounts }) => amounts.shipping > 0).length,
    taxed: orders.filter(({ amounts }) => amounts.tax > 0).length,
    "sum taken by the provider": sum(payments.map(({ amount }) => amount)),
    "sum recorded by the shop": sum(await recordedPayments(server)),
    "prices of renewals": renewalPrices.size,
    "payments that differ from what was offered": paidOtherwise.length,
    differences: differences.length,
  });
  expect(differences).toEqual([]);
  expect(paidOtherwise).toEqual([]);
  // The faster the purchases, the fewer renewals at the first price.
  expect([...renewalPrices]).toEqual(expect.arrayContaining([1000, 1100]));
  expect(withSorted(truth.refundedByUs, truth.paidTwice)).toEqual(
    withSorted(afterSales.refunded, truth.paidTwice),
  );
  expect(last.output()).not.toContain('"level":50');
}

/** The amounts of each payment in order, without some payments. */
function withSorted(amounts: Map<string, number[]>, without: Set<string>): Map<string, number[]> {
  const kept = [...amounts].filter(([paymentId]) => !without.has(paymentId));
  return new Map(kept.map(([paymentId, all]) => [paymentId, all.toSorted((a, b) => a - b)]));
}

/** All payments of a subscription but the one at checkout. */
function renewalsOf({ subscriptionId, payments, amounts }: TrueOrder): number {
  if (subscriptionId === null) return 0;
  return Math.max(0, payments.length - (amounts.total > 0 ? 1 : 0));
}

async function recordedPayments({ ask }: UnreliableServer): Promise<number[]> {
  const orders = await readAll(ask, "/v1/orders");
  return orders.flatMap(({ payments }) => payments.map(({ amount }: { amount: number }) => amount));
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

function counts(what: string, all: { status: string }[]): Record<string, number> {
  const groups = Map.groupBy(all, ({ status }) => `${what}s ${status}`);
  return Object.fromEntries([...groups].map(([status, group]) => [status, group.length]));
}

/** Tax, shipping rates and a promotion code, which this returns. */
async function addOffers(database: Database, { store, env }: SeededShop, stripe: Control): Promise<string> {
  stripe.setTaxOrigin(undefined, "IE");
  const place = { storeId: store.id, currency: store.currency };
  const rate = { days: null, countries: null };
  await database.shippingRates.add(place, {
    ...rate,
    name: "Post",
    priceInCents: 490,
    freeFromInCents: 9000,
  });
  await database.shippingRates.add(place, {
    ...rate,
    name: "Courier",
    priceInCents: 990,
    freeFromInCents: null,
  });
  const args = ["codes", "create", "--store", store.slug, "--code", "SOAK", "--percent", "15", "--json"];
  await promisify(execFile)(process.execPath, ["server/cli/main.ts", ...args], {
    env: { ...process.env, ...env },
  });
  return "SOAK";
}

/** The members who may subscribe, and an owner. */
async function addPeople(database: Database, { store }: SeededShop): Promise<string> {
  for (let n = 0; n < maxMembers; n++) {
    const memberId = `member_${n}`;
    const session = { storeId: store.id, memberId, memberSessionId: sessionOf(memberId) };
    await database.memberSessions.register({ ...session, expiresInSeconds: 365 * 24 * 60 * 60 });
  }
  const owner = { id: "person_owner", email: "owner@example.com", storeId: store.id, role: "owner" } as const;
  return (await database.people.add(owner)).id;
}

/** Sessions end after days without use, which are seconds here, so each visit begins another. */
async function signIn(
  server: UnreliableServer,
  database: Database,
  personId: string,
): Promise<Visitor | undefined> {
  const visitor = server.visitor();
  const token = newToken();
  await database.dashboardSessions.start(token, personId);
  visitor?.cookies.set("__Host-counterpart-session", token);
  return visitor;
}

describe("a soak: orders, payments, refunds, disputes and subscriptions end up as they are at the provider", {
  timeout: 1_800_000,
  // A retry would hide what the first run has found.
  retry: 0,
}, () => {
  test("embedded", async () => survives("embedded", await emptySqlite()));

  withPostgres("PostgreSQL", (url) => {
    test("the same", async () => survives("PostgreSQL", await emptyPostgres(url)));
  });
});
