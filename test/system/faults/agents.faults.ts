import { createStripeStandIn } from "@counterpart/stripe-stand-in";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "../../../server/database/database.ts";
import { seedShop } from "../../helpers/data/seed-shop.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { startPlatform } from "../../helpers/ucp-shop.ts";
import { type AgentBuying, buyAsAgent, soldBy } from "./agents/buy-as-agent.ts";
import { readIntentTruth } from "./agents/intent-truth.ts";
import { acp, ucp } from "./agents/protocols.ts";
import { report } from "./helpers/figures.ts";
import { differencesFrom } from "./soak/differences.ts";
import { fastClock } from "./soak/fast-clock.ts";
import { deliverBadly } from "./soak/postman.ts";
import { random } from "./soak/random.ts";
import { createUnreliableServer } from "./soak/unreliable-server.ts";

const agents = Number(process.env.AGENTS ?? 100);
const seed = Number(process.env.AGENTS_SEED ?? 9);
const pieces = 10;
const kills = 4;
/** Longer than a session that no one continues lasts. */
const expiryMs = 40 * 60_000;

async function open(testDatabase: TestDatabase) {
  onTestFinished(() => testDatabase.drop());
  const origin = Date.now();
  const clock = fastClock(origin, Date.now);
  const standIn = createStripeStandIn({ clock });
  const { url: standInUrl, close } = await standIn.listen(0, "127.0.0.1");
  onTestFinished(close);
  const shop = await seedShop(testDatabase.url, standInUrl, { sellsThrough: ["acp", "ucp"] });
  const database = await openDatabase(testDatabase.url, clock.now);
  onTestFinished(() => database.close());
  const productId = shop.products.poster ?? "";
  await database.stockLevels.change({ storeId: shop.store.id, productId }, { to: pieces });
  const platform = await startPlatform();
  onTestFinished(platform.close);
  const scopes = ["sessions", "completions"].flatMap((scope) => [`acp.${scope}`, `ucp.${scope}`]);
  const { RATE_LIMITS: limits, ...env } = shop.env;
  const withLimits = [limits, ...scopes.map((scope) => `${scope}=100000000`)].join(",");
  // In production, profiles are read from public addresses only.
  const served = { ...shop, env: { ...env, NODE_ENV: "development", RATE_LIMITS: withLimits } };
  const { control: stripe } = standIn;
  const server = createUnreliableServer(served, stripe, { clock, origin });
  const profile = `${platform.url}/.well-known/ucp`;
  return { stripe, standInUrl, database, productId, server, protocols: [acp, ucp(profile)] };
}

async function survives(name: string, testDatabase: TestDatabase): Promise<void> {
  const { stripe, standInUrl, database, productId, server, protocols } = await open(testDatabase);
  const figures: Record<string, number> = {};
  const chooser = random(seed);
  const bought: AgentBuying["bought"] = [];
  const buying = { ask: server.ask, stripe, standInUrl, productId, pieces, random: chooser, bought, figures };
  await server.start();
  let isOver = false;
  const post = deliverBadly(stripe, random(seed + 1), figures, () => isOver);
  const buyers = Promise.all(
    Array.from({ length: agents }, async (_, n) => {
      const protocol = protocols[n % protocols.length];
      if (protocol) await buyAsAgent(buying, protocol);
    }),
  );

  for (let kill = 1; kill <= kills; kill++) {
    // The provider charges, but its response never arrives, so that there is no order yet.
    stripe.fail({ path: "/v1/payment_intents/", method: "POST", how: "hang", when: "after", requests: 1e6 });
    const sold = soldBy(stripe);
    await vi.waitUntil(() => soldBy(stripe) > sold, { timeout: 300_000, interval: 5 });
    await server.end("SIGKILL");
    stripe.clearFailures();
    await server.start();
  }
  await buyers;
  const payments = stripe
    .events("payment_intent.succeeded")
    .map(({ data }) => (data.object as { id: string }).id);
  for (const [n, id] of payments.entries())
    if (n % 2 === 0) await stripe.refund(id, n % 4 === 0 ? 100 : undefined);
  isOver = true;
  await post;
  // No webhook reports this one.
  await stripe.refund(payments[1] ?? "");
  await server.end("SIGTERM");
  await server.start(expiryMs);

  const stock = () => database.stockLevels.find(productId);
  await vi.waitFor(
    async () => {
      expect(await differencesFrom(await readIntentTruth(stripe, standInUrl), server.ask)).toEqual([]);
      expect(await stock()).toEqual({ quantity: 0, reserved: 0 });
    },
    { timeout: 120_000, interval: 3000 },
  );
  const { orders } = await readIntentTruth(stripe, standInUrl);
  report(
    `${agents} agents for ${pieces} pieces, ${kills} kills between charge and order, seed ${seed}, ${name}`,
    {
      ...figures,
      payments: orders.length,
      refunds: orders.flatMap(({ refunds }) => refunds).length,
    },
  );
  expect(orders.length).toBe(pieces);
  // Each agent whose token was charged has its order.
  expect(bought.map(({ sessionId }) => sessionId).sort()).toEqual(
    orders.map(({ checkoutSessionId }) => checkoutSessionId).sort(),
  );
  expect(server.output()).not.toContain('"level":50');
}

describe("a hundred agents for ten pieces, killed between charge and order, with lost and doubled webhooks: stock, orders, payments and refunds are the provider's", {
  timeout: 600_000,
  // A retry would hide what the first run has found.
  retry: 0,
}, () => {
  test("embedded", async () => survives("embedded", await emptySqlite()));

  withPostgres("PostgreSQL", (url) => {
    test("the same", async () => survives("PostgreSQL", await emptyPostgres(url)));
  });
});
