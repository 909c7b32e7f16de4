import { signatureOf } from "@counterpart/stripe-stand-in";
import { expect, test, vi } from "vitest";
import { migrateToNextVersion } from "../../database/migrations/next-version.ts";
import { withPostgres, withRedis } from "../../helpers/outside.ts";
import { onPaymentPage } from "../../helpers/pay-page.ts";
import { openProxyThread } from "../../helpers/processes/proxy.ts";
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
import { report } from "../faults/helpers/figures.ts";
import { fillCarts } from "./fill-carts.ts";
import { oneTo, openShop, read } from "./two-servers.ts";

withPostgres("two servers, PostgreSQL", (postgres) => {
  withRedis("and Redis:", (redis) => {
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
