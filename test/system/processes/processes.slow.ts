import { expect, test } from "vitest";
import { withPostgres, withRedis } from "../../helpers/outside.ts";
import { cartWith, contentsOf, pay, paymentPage, readSession } from "../../helpers/shopping.ts";
import { sampleProducts } from "../../helpers/world.ts";
import { report } from "../faults/helpers/figures.ts";
import { oneTo, openShop, read } from "./two-servers.ts";

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
  });
});
