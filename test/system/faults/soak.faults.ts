import { type Control, createStripeStandIn } from "@counterpart/stripe-stand-in";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "../../../server/database/database.ts";
import { type SeededShop, seedShop } from "../../helpers/data/seed-shop.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { type ServerProcess, startServer } from "../../helpers/processes/server-process.ts";
import { tell } from "./helpers/figures.ts";
import { type Ask, asker } from "./helpers/load.ts";
import { settleSome } from "./soak/bank.ts";
import { completedAt } from "./soak/completed.ts";
import { deliverBadly } from "./soak/postman.ts";
import { type Buying, purchase } from "./soak/purchase.ts";
import { random } from "./soak/random.ts";

const purchases = Number(process.env.SOAK_PURCHASES ?? 500);
const seed = Number(process.env.SOAK_SEED ?? 9);
const buyersAtOnce = 10;
const kills = 5;
const minuteMs = 60_000;

/** A server that is killed and started again, while its clients go on; every start is six minutes later. */
function unreliableServer(shop: SeededShop, stripe: Control, clock: { shiftMs: number }) {
  let ask: Ask | undefined;
  let running: ServerProcess | undefined;

  async function start(): Promise<ServerProcess> {
    clock.shiftMs += 6 * minuteMs;
    await stripe.advance(0);
    running = await startServer({
      ...shop.env,
      NODE_OPTIONS: "--import ./test/system/faults/helpers/shifted-clock.js",
      CLOCK_SHIFT_MS: String(clock.shiftMs),
    });
    const endpoint = { url: `${running.url}/webhooks/stripe`, secret: "whsec_process" };
    stripe.setWebhooks({ mode: "held", endpoints: [endpoint] });
    ask = asker(running.url, shop.key);
    return running;
  }

  return {
    start,
    async end(signal: NodeJS.Signals): Promise<void> {
      ask = undefined;
      await running?.end(signal);
    },
    /** Status 0 while there is none. */
    ask: ((...request) => ask?.(...request) ?? Promise.resolve({ status: 0, ms: 0 })) satisfies Ask,
  };
}

async function survives(name: string, testDatabase: TestDatabase): Promise<void> {
  onTestFinished(() => testDatabase.drop());
  const clock = { shiftMs: 0 };
  const standIn = createStripeStandIn({ clock: { now: () => Date.now() + clock.shiftMs } });
  const { control: stripe } = standIn;
  const listening = await standIn.listen(0, "127.0.0.1");
  onTestFinished(() => listening.close());
  const shop = await seedShop(testDatabase.url, listening.url);
  const server = unreliableServer(shop, stripe, clock);
  const figures: Record<string, number> = {};
  const chooser = random(seed);
  const debits = new Set<string>();
  const buying: Buying = {
    ask: server.ask,
    products: shop.products,
    stripe,
    random: chooser,
    debits,
    figures,
  };

  await server.start();
  let begun = 0;
  let isOver = false;
  const buyers = Array.from({ length: buyersAtOnce }, async () => {
    while (begun++ < purchases) await purchase(buying);
  });
  const buyersEnd = Promise.all(buyers);
  const postman = deliverBadly(stripe, random(seed + 1), figures, () => isOver);
  const bank = settleSome(stripe, debits, random(seed + 2), () => isOver);

  for (let kill = 1; kill <= kills; kill++) {
    await vi.waitUntil(() => begun > (purchases * kill) / (kills + 1), { timeout: 240_000, interval: 20 });
    await server.end(kill % 3 === 0 ? "SIGTERM" : "SIGKILL");
    await server.start();
  }
  await buyersEnd;
  isOver = true;
  await Promise.all([postman, bank]);
  for (const id of debits) await stripe.settle(id, chooser.chance(0.7) ? "succeed" : "fail");
  // No event reports these. From here on, the sweeper settles sessions.
  await server.end("SIGKILL");
  const last = await server.start();

  const database = await openDatabase(shop.env.DATABASE_URL ?? "", Date.now);
  onTestFinished(() => database.close());
  const completed = completedAt(stripe);
  const orders = () => database.orders.listAll(shop.store.id);
  const outcomes = async () =>
    new Map((await orders()).map((one) => [one.checkoutSessionId, one.paymentStatus]));
  figures["orders before the last sweep"] = (await outcomes()).size;
  const expected = new Map([...completed].map(([id, { outcome }]) => [id, outcome]));
  await vi.waitFor(async () => expect(await outcomes()).toEqual(expected), {
    timeout: 240_000,
    interval: 1000,
  });
  await last.end("SIGTERM");

  const made = await orders();
  expect(made.length).toBe(completed.size);
  const carts = new Map<string, number>();
  for (const { checkoutSessionId, paymentStatus, total, paid } of made) {
    expect(completed.get(checkoutSessionId)?.amount).toBe(total);
    expect(paid?.amount ?? null).toBe(paymentStatus === "paid" ? total : null);
    const session = await database.checkoutSessions.find({
      storeId: shop.store.id,
      sessionId: checkoutSessionId,
    });
    expect([session?.status, session?.paymentOutcome]).toEqual(["complete", paymentStatus]);
    carts.set(session?.cartId ?? "", (carts.get(session?.cartId ?? "") ?? 0) + 1);
  }
  // Every cart was filled once, so whoever has two orders of one cart has paid twice.
  expect([...carts.values()].filter((number) => number > 1)).toEqual([]);
  expect(last.output()).not.toContain('"level":50');
  const taken = stripe
    .events("charge.succeeded")
    .map(({ data }) => Number(Reflect.get(data.object, "amount")));
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const earned = made.filter(({ paymentStatus }) => paymentStatus === "paid").map(({ total }) => total);
  expect(sum(earned)).toBe(sum(taken));

  const ended = [...completed.values()].map(({ outcome }) => outcome);
  tell(`soak of ${purchases} purchases, seed ${seed}, ${name}`, {
    ...figures,
    "starts after kill or stop": kills + 1,
    "sessions completed": completed.size,
    orders: made.length,
    paid: ended.filter((outcome) => outcome === "paid").length,
    failed: ended.filter((outcome) => outcome === "failed").length,
    "bought twice": 0,
    "sum taken by the provider": sum(taken),
    "sum of paid orders": sum(earned),
  });
}

describe("a soak: every completed session is one order, and nothing is paid for twice", {
  timeout: 600_000,
  // A retry would hide what the first run has found.
  retry: 0,
}, () => {
  test("embedded", async () => survives("embedded", await emptySqlite()));

  withPostgres("PostgreSQL", (url) => {
    test("the same", async () => survives("PostgreSQL", await emptyPostgres(url)));
  });
});
