import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { seedShop } from "../../helpers/data/seed-shop.ts";
import { emptyPostgres } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { openProxy } from "../../helpers/processes/proxy.ts";
import { startServer } from "../../helpers/processes/server-process.ts";
import { latencies, report } from "./helpers/figures.ts";
import { asker } from "./helpers/load.ts";

interface Seen {
  status: number;
  ms: number;
  /** When it was sent, in milliseconds since the database went away. */
  at: number;
}

withPostgres("the database goes away", (url) => {
  test.each([
    ["cut", "5 s refusing connections", 5000, 1000],
    // Calls with a connection wait for 6 s, and calls that need one for 3 s.
    ["hang", "12 s answering nothing", 12_000, 9500],
  ] as const)(
    "%s, %s: errors arrive in time, no process ends, and the database is used again",
    async (how, _, awayMs, maxMs) => {
      const testDatabase = await emptyPostgres(url);
      onTestFinished(() => testDatabase.drop());
      const shop = await seedShop(testDatabase.url, "http://127.0.0.1:9");
      const proxy = await openProxy(testDatabase.url, 5432);
      const server = await startServer({ ...shop.env, DATABASE_URL: proxy.url });
      const ask = asker(server.url, shop.key);
      const { body } = await ask("POST", "/v1/cart");
      const cartId: string = body.data.id;
      let goneAt = Number.POSITIVE_INFINITY;
      let isOver = false;
      const seen: Record<"write" | "read" | "ready" | "alive", Seen[]> = {
        write: [],
        read: [],
        ready: [],
        alive: [],
      };
      const asking = (kind: keyof typeof seen, one: () => Promise<{ status: number; ms: number }>) =>
        (async () => {
          while (!isOver) {
            const at = performance.now() - goneAt;
            const { status, ms } = await one();
            seen[kind].push({ status, ms, at });
            await pause(20);
          }
        })();
      const page = (path: string) => async () => {
        const startedAt = performance.now();
        const { status } = await fetch(server.url + path);
        return { status, ms: performance.now() - startedAt };
      };
      const quantities = [1, 2, 3, 4, 5, 6];
      const working = [
        ...quantities.map((quantity) =>
          asking("write", () =>
            ask("POST", `/v1/cart/${cartId}/lines`, { productId: shop.products.poster, quantity }),
          ),
        ),
        ...quantities.map(() => asking("read", () => ask("GET", `/v1/cart/${cartId}`))),
        asking("ready", page("/readyz")),
        asking("alive", page("/healthz")),
      ];
      await pause(1500);
      goneAt = performance.now();
      proxy[how]();
      await pause(awayMs);
      proxy.restore();
      await pause(9000);
      isOver = true;
      await Promise.all(working);

      const all = [...seen.write, ...seen.read];
      const during = all.filter(({ at, ms }) => at > 0 && at + ms < awayMs);
      const failed = all.filter(({ status }) => status === 500);
      const lastFailure = Math.max(...failed.map(({ at, ms }) => at + ms));
      const unready = seen.ready.find(({ status }) => status === 503);
      const readyAgain = seen.ready.find(({ at, status }) => at > awayMs && status === 200);
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 409, 500]));
      expect(during.every(({ status }) => status === 500)).toBe(true);
      expect(Math.max(...failed.map(({ ms }) => ms))).toBeLessThan(maxMs);
      expect(unready).toBeDefined();
      expect(readyAgain).toBeDefined();
      expect(failed.length).toBeGreaterThan(10);
      expect(seen.alive.every(({ status, ms }) => status === 200 && ms < 1000)).toBe(true);
      const afterwards = all.filter(({ at }) => at > awayMs + 4000);
      expect(afterwards.every(({ status }) => status !== 500)).toBe(true);
      expect(afterwards.length).toBeGreaterThan(100);
      const lines = server.output().split("\n");
      const outages = lines.filter((line) => line.includes('"msg":"outage began"'));
      expect(outages.length).toBe(lines.filter((line) => line.includes('"msg":"outage ended"')).length);
      expect(outages.length).toBeGreaterThanOrEqual(1);
      expect(outages.length).toBeLessThanOrEqual(3);
      expect(outages[0]).toContain('"system":"database"');
      expect(server.output()).not.toContain("unexpected error");
      expect(server.output()).not.toContain(new URL(proxy.url).port);
      expect((await server.end("SIGTERM")).code).toBe(0);

      report(`PostgreSQL gone for ${awayMs / 1000} s (${how})`, {
        "500s": failed.length,
        "lines about it": outages.length * 2,
        "each within": latencies(failed.map(({ ms }) => ms)),
        "first 503 of readyz after": `${Math.round((unready?.at ?? 0) + (unready?.ms ?? 0))} ms`,
        "ready again": `${Math.round((readyAgain?.at ?? 0) + (readyAgain?.ms ?? 0) - awayMs)} ms after it was back`,
        "last 500": `${Math.round(lastFailure - awayMs)} ms after it was back`,
        "healthz meanwhile": latencies(seen.alive.map(({ ms }) => ms)),
      });
    },
  );
});
