import { createStripeStandIn } from "@counterpart/stripe-stand-in";
import { expect, onTestFinished, test } from "vitest";
import { seedShop } from "../../helpers/data/seed-shop.ts";
import { emptySqlite } from "../../helpers/data/test-database.ts";
import { startServer } from "../../helpers/processes/server-process.ts";
import { latencies, report } from "./helpers/figures.ts";
import { asker } from "./helpers/load.ts";

async function shopBehindProvider(): Promise<{
  stripe: ReturnType<typeof createStripeStandIn>;
  server: Awaited<ReturnType<typeof startServer>>;
  ask: ReturnType<typeof asker>;
  cartIds: (count: number) => Promise<string[]>;
}> {
  const testDatabase = await emptySqlite();
  onTestFinished(() => testDatabase.drop());
  const stripe = createStripeStandIn();
  const standIn = await stripe.listen(0, "127.0.0.1");
  onTestFinished(() => standIn.close());
  const shop = await seedShop(testDatabase.url, standIn.url);
  const server = await startServer(shop.env);
  const ask = asker(server.url, shop.key);
  return {
    stripe,
    server,
    ask,
    async cartIds(count) {
      const ids: string[] = [];
      for (let n = 0; n < count; n++) {
        const id: string = (await ask("POST", "/v1/cart")).body.data.id;
        await ask("POST", `/v1/cart/${id}/lines`, { productId: shop.products.poster, quantity: 1 });
        ids.push(id);
      }
      return ids;
    },
  };
}

test("150 concurrent checkouts with a provider that takes 300 ms all succeed, even if each closes an older one first", async () => {
  const { stripe, ask, cartIds } = await shopBehindProvider();
  const carts = await cartIds(150);
  stripe.control.delayAnswers(300);
  const figures: Record<string, string> = {};
  for (const round of ["first checkout", "second checkout of the same carts"]) {
    const answers = await Promise.all(carts.map((cartId) => ask("POST", "/v1/checkout/session", { cartId })));
    expect(answers.map(({ status, body }) => `${status} ${body?.error ?? ""}`)).toEqual(
      carts.map(() => "200 "),
    );
    figures[round] = latencies(answers.map(({ ms }) => ms));
  }
  report("150 checkouts at once, 300 ms a call", figures);
});

test("SIGTERM while the provider hangs, with checkouts and events in progress: ends within the grace time", async () => {
  const { stripe, server, ask, cartIds } = await shopBehindProvider();
  const carts = await cartIds(60);
  stripe.control.fail({ how: "hang", requests: 1_000_000 });
  const answers = carts.map((cartId) => ask("POST", "/v1/checkout/session", { cartId }));
  await expect.poll(() => stripe.control.requests().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(40);
  const startedAt = performance.now();
  const { code, signal } = await server.end("SIGTERM");
  const tookMs = performance.now() - startedAt;
  expect([code, signal]).toEqual([0, null]);
  expect(tookMs).toBeLessThan(10_000 + 2000);
  await Promise.all(answers);
  report("SIGTERM while the provider hangs", { "ended after": `${Math.round(tookMs)} ms` });
});
