import { createStripeStandIn, signatureOf } from "@counterpart/stripe-stand-in";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "../../../server/database/database.ts";
import { migrateToNextVersion } from "../../database/migrations/next-version.ts";
import { seedShop } from "../../helpers/data/seed-shop.ts";
import { emptyPostgres } from "../../helpers/data/test-database.ts";
import { withPostgres, withRedis } from "../../helpers/outside.ts";
import { onPaymentPage } from "../../helpers/pay-page.ts";
import { openBalancer } from "../../helpers/processes/balancer.ts";
import { openProxyThread } from "../../helpers/processes/proxy.ts";
import { startServer } from "../../helpers/processes/server-process.ts";
import {
  addLine,
  cartWith,
  contentsOf,
  newCart,
  openCheckout,
  pay,
  paymentPage,
  readSession,
} from "../../helpers/shopping.ts";
import { sampleProducts } from "../../helpers/world.ts";
import { report } from "../faults/helpers/figures.ts";
import { asker } from "../faults/helpers/load.ts";
import { fillCarts } from "./fill-carts.ts";

// The topology of compose.yaml as plain processes: two servers behind a proxy, on one PostgreSQL and one Redis.

const oneTo = (last: number): number[] => Array.from({ length: last }, (_, n) => n + 1);

/** Two servers that differ only in their port, and a proxy that alternates between them. */
async function openShop(postgres: string, redis: string, env: Record<string, string> = {}) {
  const testDatabase = await emptyPostgres(postgres);
  onTestFinished(() => testDatabase.drop());
  const stripe = createStripeStandIn();
  const standIn = await stripe.listen(0, "127.0.0.1");
  onTestFinished(() => standIn.close());
  const shop = await seedShop(testDatabase.url, standIn.url);
  const settings = { ...shop.env, REDIS_URL: redis, TRUST_PROXY: "1", ...env };
  const servers = await Promise.all([startServer(settings), startServer(settings)]);
  const balancer = await openBalancer(servers.map(({ url }) => url));
  const [here, there] = servers.map(({ url }) => shop.merchantAt(url));
  if (!here || !there) throw new Error("There should be two.");
  return {
    shop,
    stripe: stripe.control,
    servers,
    balancer,
    /** The merchant as a caller of one server, the other, and the proxy. */
    here,
    there,
    anywhere: shop.merchantAt(balancer.url),
    ask: asker(balancer.url, shop.key),
    async openDatabase() {
      const database = await openDatabase(testDatabase.url, Date.now);
      onTestFinished(() => database.close());
      return database;
    },
    /** Starts the n-th server again, where it was. */
    async restart(n: number): Promise<void> {
      const { port } = new URL(servers[n]?.url ?? "");
      servers[n] = await startServer({ ...settings, PORT: port });
    },
  };
}

const read = (url: string, key: string) =>
  fetch(`${url}/v1/products`, { headers: { Authorization: `Bearer ${key}` } });
const remainingOf = ({ headers }: Response) => Number(headers.get("RateLimit-Remaining"));

/** Polls every server until all know of a change. Returns when the last request that showed the old state was sent. */
async function untilKnown(knows: (() => Promise<boolean>)[]): Promise<number> {
  const changedAt = performance.now();
  const times = knows.map(async (isKnown) => {
    for (let last = 0; ; ) {
      const fetchedAt = performance.now() - changedAt;
      if (await isKnown()) return last;
      last = fetchedAt;
    }
  });
  return Math.round(Math.max(...(await Promise.all(times))));
}

withPostgres("two servers, PostgreSQL", (postgres) => {
  withRedis("and Redis:", (redis) => {
    test("a purchase whose steps alternate between them", async () => {
      const { anywhere, balancer, stripe, openDatabase, shop } = await openShop(postgres, redis);
      const endpoint = { url: `${balancer.url}/webhooks/stripe`, secret: "whsec_process" };
      stripe.setWebhooks({ mode: "now", endpoints: [endpoint] });
      const cartId = await cartWith(anywhere, { poster: 2, font: 1 });
      expect(await contentsOf(anywhere, cartId)).toEqual({ poster: 2, font: 1 });
      const sessionId = await pay(await paymentPage(anywhere, cartId));
      await stripe.idle();
      expect(await readSession(anywhere, sessionId)).toMatchObject({ paymentStatus: "paid", cartId });
      expect(await contentsOf(anywhere, cartId)).toEqual({});
      const database = await openDatabase();
      expect(await database.orders.listAll(shop.store.id)).toMatchObject([{ total: 2 * 2400 + 4900 }]);
      const [one = 0, other = 0] = balancer.answered;
      expect(Math.min(one, other)).toBeGreaterThanOrEqual(4);
    });

    test("limits are shared: of 30 concurrent requests 10 pass, and both count down together", async () => {
      const limits = { RATE_LIMITS: "product-reads=10" };
      const { shop, balancer, servers, openDatabase } = await openShop(postgres, redis, limits);
      const answers = await Promise.all(oneTo(30).map(() => read(balancer.url, shop.key)));
      const passed = answers.filter(({ status }) => status === 200);
      expect(passed.map(remainingOf).sort((a, b) => b - a)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
      expect(answers.filter(({ status }) => status === 429).length).toBe(20);
      expect(balancer.answered).toEqual([15, 15]);

      const database = await openDatabase();
      const other = await database.stores.create({
        slug: "other",
        name: "Other",
        currency: "eur",
        plan: "pro",
        isPublished: true,
        paymentsConfigured: true,
      });
      const { key } = await database.keys.create({ storeId: other?.id ?? "", label: "test" });
      const inTurn: number[] = [];
      for (const n of oneTo(10)) inTurn.push(remainingOf(await read(servers[n % 2]?.url ?? "", key)));
      expect(inTurn).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    });

    test("a revoked key and a changed price take effect on both within a second", async () => {
      const { shop, servers, here, there, openDatabase } = await openShop(postgres, redis);
      const database = await openDatabase();
      const { key, id } = await database.keys.create({ storeId: shop.store.id, label: "to be revoked" });
      const statuses = () => Promise.all(servers.map(async ({ url }) => (await read(url, key)).status));
      const productId = shop.products.poster ?? "";
      const priceAt = async ({ client }: typeof here) => {
        const { data } = await client.GET("/v1/products/{productId}", { params: { path: { productId } } });
        return data?.data.priceInCents;
      };
      expect(await Promise.all([here, there].map(priceAt))).toEqual([2400, 2400]);
      const changed = sampleProducts.map((one) =>
        one.reference === "poster" ? { ...one, priceInCents: 2500 } : one,
      );
      await database.products.import(shop.store.id, changed);
      const priceMs = await untilKnown(
        [here, there].map((merchant) => async () => (await priceAt(merchant)) === 2500),
      );
      // From here on, both have cached the key and the price.
      expect(await statuses()).toEqual([200, 200]);
      await database.keys.revoke(id);
      const keyMs = await untilKnown(
        servers.map(
          ({ url }) =>
            async () =>
              (await read(url, key)).status === 401,
        ),
      );
      // Independent of the machine's speed: a server doesn't use cached values for longer than this.
      expect(Math.max(priceMs, keyMs)).toBeLessThan(1000);
      report("until both processes know", { "a new price": `${priceMs} ms`, "a revoked key": `${keyMs} ms` });
    });

    test("without Redis, each limits by itself and logs it, requests continue, and Redis is used again", async () => {
      const way = await openProxyThread(redis, 6379);
      const limits = { RATE_LIMITS: "product-reads=10" };
      const { shop, servers } = await openShop(postgres, way.url, limits);
      const passedOf = async ({ url }: { url: string }, requests: number) => {
        const answers = await Promise.all(oneTo(requests).map(() => read(url, shop.key)));
        for (const { status } of answers) expect([200, 429]).toContain(status);
        return answers.filter(({ status }) => status === 200).length;
      };
      const limiters = async () =>
        Promise.all(
          servers.map(async ({ url }) => {
            const response = await fetch(`${url}/readyz`);
            const { limiter } = (await response.json()) as { limiter: string };
            return [response.status, limiter];
          }),
        );
      const inAll = (limiter: string) =>
        vi.waitFor(async () => expect(await limiters()).toEqual(servers.map(() => [200, limiter])));

      const together = await Promise.all(servers.map((one) => passedOf(one, 15)));
      expect(together.reduce((sum, passed) => sum + passed)).toBe(10);
      await way.cut();
      await inAll("memory (Redis is unavailable)");
      expect(await Promise.all(servers.map((one) => passedOf(one, 15)))).toEqual([10, 10]);
      for (const one of servers) {
        expect(one.output()).toContain("Redis is unavailable: each process counts requests by itself");
        expect(one.output()).not.toContain("Redis is available again");
      }
      await way.restore();
      await inAll("redis");
      // The minute of the first ten isn't over.
      expect(await Promise.all(servers.map((one) => passedOf(one, 5)))).toEqual([0, 0]);
      for (const one of servers) {
        await vi.waitFor(() =>
          expect(one.output()).toContain("Redis is available again: the processes share their counts"),
        );
        expect(one.output()).not.toContain('"level":50');
      }
    });

    test("a webhook that both receive many times at once counts once", async () => {
      const { shop, stripe, servers, anywhere, openDatabase } = await openShop(postgres, redis);
      stripe.setWebhooks({ mode: "held" });
      const cartId = await cartWith(anywhere, { poster: 3 });
      await pay(await paymentPage(anywhere, cartId));
      const [event] = stripe.events("checkout.session.completed");
      const deliver = () =>
        Promise.all(
          oneTo(10).map(async (n) => {
            const body = JSON.stringify(event);
            const signature = signatureOf(body, "whsec_process", Math.floor(Date.now() / 1000));
            const url = `${servers[n % 2]?.url}/webhooks/stripe`;
            return (await fetch(url, { method: "POST", body, headers: { "Stripe-Signature": signature } }))
              .status;
          }),
        );
      expect(new Set(await deliver())).toEqual(new Set([200]));
      expect(await contentsOf(anywhere, cartId)).toEqual({});
      // Products added afterwards haven't been bought.
      await addLine(anywhere, cartId, "poster");
      expect(new Set(await deliver())).toEqual(new Set([200]));
      expect(await contentsOf(anywhere, cartId)).toEqual({ poster: 1 });
      const orders = await (await openDatabase()).orders.listAll(shop.store.id);
      expect(orders).toMatchObject([{ total: 3 * 2400 }]);
      for (const one of servers) expect(one.output()).not.toContain('"level":50');
    });

    test("concurrent writes to one cart on both all count", async () => {
      const { here, there, anywhere } = await openShop(postgres, redis);
      const cartId = await newCart(anywhere);
      const adds = oneTo(50).flatMap(() => [
        addLine(here, cartId, "poster"),
        addLine(there, cartId, "font", 2),
      ]);
      for (const { response } of await Promise.all(adds)) expect(response.status).toBe(200);
      expect(await contentsOf(anywhere, cartId)).toEqual({ poster: 50, font: 100 });
    });

    test("after concurrent checkouts on both, one page per cart can be paid", async () => {
      const { shop, here, there, anywhere, openDatabase } = await openShop(postgres, redis);
      const cartId = await cartWith(anywhere, { poster: 1 });
      const racing = await Promise.all(oneTo(6).map((n) => openCheckout(n % 2 ? here : there, cartId)));
      for (const { response } of racing) expect([200, 409]).toContain(response.status);
      const outcomes = await Promise.all(
        racing.flatMap(({ data }) => (data ? [onPaymentPage(data.data.url)] : [])),
      );
      const paid = outcomes
        .map(({ headers }) => headers.get("location"))
        .filter((to) => to?.includes("session_id="));
      expect(paid.length).toBe(1);
      const sessionId = new URL(paid[0] ?? "").searchParams.get("session_id") ?? "";
      const reads = await Promise.all([here, there].map((merchant) => readSession(merchant, sessionId)));
      for (const session of reads) expect(session).toMatchObject({ paymentStatus: "paid", cartId });

      const buy = async (merchant: typeof here) => {
        const url = await paymentPage(merchant, await cartWith(merchant, { font: 1 }));
        return readSession(merchant === here ? there : here, await pay(url));
      };
      for (const { paymentStatus } of await Promise.all([buy(here), buy(there)]))
        expect(paymentStatus).toBe("paid");
      const orders = await (await openDatabase()).orders.listAll(shop.store.id);
      expect(orders.map(({ total }) => total).sort()).toEqual([2400, 4900, 4900]);
    });

    test("kill -9 of one under load: the other continues, and no answered write is lost", {
      timeout: 180_000,
    }, async () => {
      const { shop, ask, servers, balancer } = await openShop(postgres, redis);
      const filling = await fillCarts(ask, shop, { carts: 16, mayBeBusy: true });
      await filling.more(300);
      const ended = await servers[0]?.end("SIGKILL");
      expect(ended?.signal).toBe("SIGKILL");
      await filling.more(200);
      await filling.stop();
      // Only requests that it had accepted when it was killed, or that arrived just then, get no response.
      expect(filling.unanswered()).toBeLessThanOrEqual(2 * 16);
      expect(servers[1]?.output()).not.toContain('"level":50');
      report("kill -9 of one of two", {
        "writes answered": filling.answered(),
        lost: 0,
        "cut off": filling.unanswered(),
        "handed to the other": balancer.retried(),
      });
    });

    test("a newer version migrates under load: no request fails, and the old one can start again on its tables", {
      timeout: 180_000,
    }, async () => {
      const { shop, ask, servers, balancer, restart } = await openShop(postgres, redis);
      const filling = await fillCarts(ask, shop, { carts: 16 });
      await filling.more(200);
      await migrateToNextVersion(shop.env.DATABASE_URL ?? "");
      await filling.more(200);
      await servers[0]?.end("SIGTERM");
      await restart(0);
      await filling.more(200);
      await filling.stop();
      expect(balancer.broken).toEqual([]);
      for (const one of servers) expect(one.output()).not.toContain('"level":50');
    });

    // Retried, since a machine that pauses for a second at the wrong moment breaks a connection anyway.
    test("a rolling restart under load: no request fails", {
      timeout: 180_000,
      retry: 1,
    }, async () => {
      const { shop, ask, servers, balancer, restart } = await openShop(postgres, redis);
      const filling = await fillCarts(ask, shop, { carts: 16 });
      for (const n of [0, 1]) {
        await filling.more(200);
        expect((await servers[n]?.end("SIGTERM"))?.code).toBe(0);
        await restart(n);
      }
      await filling.more(200);
      await filling.stop();
      report("both started again", {
        "writes answered": filling.answered(),
        failed: filling.unanswered(),
        "handed to the other": balancer.retried(),
      });
      expect(balancer.broken).toEqual([]);
    });
  });
});
