import { setTimeout as pause } from "node:timers/promises";
import { createStripeStandIn } from "@counterpart/stripe-stand-in";
import { expect, onTestFinished, test } from "vitest";
import { seedShop } from "../../helpers/data/seed-shop.ts";
import { emptySqlite } from "../../helpers/data/test-database.ts";
import { startServer } from "../../helpers/processes/server-process.ts";
import { latencies, memoryOf, percentile, report } from "./helpers/figures.ts";
import { type Answer, asker } from "./helpers/load.ts";

test("a provider that never answers: checkouts are refused in time, and everything else is as fast as before", async () => {
  const testDatabase = await emptySqlite();
  onTestFinished(() => testDatabase.drop());
  const stripe = createStripeStandIn();
  const standIn = await stripe.listen(0, "127.0.0.1");
  onTestFinished(() => standIn.close());
  const shop = await seedShop(testDatabase.url, standIn.url);
  const server = await startServer(shop.env);
  const ask = asker(server.url, shop.key);
  const newCart = async (): Promise<string> => {
    const cartId = (await ask("POST", "/v1/cart")).body.data.id;
    await ask("POST", `/v1/cart/${cartId}/lines`, { productId: shop.products.poster, quantity: 1 });
    return cartId;
  };
  const cartIds: string[] = [];
  for (let n = 0; n < 400; n++) cartIds.push(await newCart());
  const checkOut = (cartId: string) => ask("POST", "/v1/checkout/session", { cartId });

  /** How long sequential reads and durable writes take. */
  async function others(forMs: number): Promise<number[]> {
    const took: number[] = [];
    const until = performance.now() + forMs;
    for (let n = 0; performance.now() < until; n++) {
      const cartId = cartIds[n % cartIds.length];
      const line = `/v1/cart/${cartId}/lines/${shop.products.poster}`;
      const answers = [
        await ask("GET", "/v1/products"),
        await ask("PATCH", line, { quantity: 1 + (n % 9) }),
        await ask("GET", `/v1/cart/${cartId}`),
      ];
      for (const { status, ms } of answers) {
        expect(status).toBe(200);
        took.push(ms);
      }
      await pause(5);
    }
    return took;
  }

  await checkOut(cartIds[0] ?? "");
  await others(1000);
  const before = await others(8000);

  stripe.control.fail({ how: "hang", requests: 1_000_000 });
  const memoryBefore = await memoryOf(server.pid);
  const startedAt = performance.now();
  const answers: Promise<Answer>[] = cartIds.map(checkOut);
  const meanwhile = await others(8000);
  const memory = await memoryOf(server.pid);
  const ended = await Promise.all(answers);
  const allEndedMs = performance.now() - startedAt;
  expect(ended.every(({ status, retryAfter }) => status === 500 && Number(retryAfter) > 0)).toBe(true);
  const busy = ended.filter(({ body }) => body.error.includes("too slow at the moment"));
  const maxRunning = busy.filter(({ ms }) => ms < 4000);
  // 40 are in progress and 200 wait.
  expect(maxRunning.length).toBe(400 - 240);
  expect(busy.length).toBe(400 - 40);
  expect(allEndedMs).toBeLessThan(40_000);
  // The machine that measures the load does other work too.
  expect(percentile(meanwhile, 0.5)).toBeLessThan(percentile(before, 0.5) * 2 + 5);

  stripe.control.clearFailures();
  const again = await checkOut(await newCart());
  expect(again.status).toBe(200);
  report("400 checkouts while the provider hangs", {
    "40 of them ended after": `${Math.round(allEndedMs)} ms`,
    "200 refused after waiting": latencies(busy.filter(({ ms }) => ms >= 4000).map(({ ms }) => ms)),
    "160 refused at once": latencies(maxRunning.map(({ ms }) => ms)),
    "others before": latencies(before),
    "others meanwhile": latencies(meanwhile),
    memory: `${memoryBefore} → ${memory} MB`,
  });
});
