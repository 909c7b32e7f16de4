import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { newApiKey } from "../../../server/domain/api-key.ts";
import { seedShop } from "../../helpers/data/seed-shop.ts";
import { emptySqlite } from "../../helpers/data/test-database.ts";
import { noLimits, startServer } from "../../helpers/processes/server-process.ts";
import { latencies, report } from "./helpers/figures.ts";
import { besideGoodClient, countsOf } from "./helpers/good-client.ts";
import { asker } from "./helpers/load.ts";
import { openRaw, pour, statusOf } from "./helpers/raw-client.ts";

/** Each client has its own address, like a botnet behind a proxy. */
const addressOf = (n: number) => `X-Forwarded-For: 198.51.${Math.floor(n / 250)}.${1 + (n % 250)}\r\n`;

async function openShop() {
  const testDatabase = await emptySqlite();
  onTestFinished(() => testDatabase.drop());
  const shop = await seedShop(testDatabase.url, "http://127.0.0.1:9");
  const server = await startServer({ ...shop.env, ...noLimits, TRUST_PROXY: "1" });
  const ask = asker(server.url, shop.key);
  for (let n = 0; n < 50; n++) await ask("GET", "/v1/products");
  return { server, ask, port: Number(new URL(server.url).port) };
}

test("1,500 concurrent events of 500 KB: few are read at a time, memory stays flat and callers are served", async () => {
  const shop = await openShop();
  const size = 500_000;
  const signature = `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}`;
  const { result, before, peak, took } = await besideGoodClient(shop, () =>
    Promise.all(
      Array.from({ length: 1500 }, async (_, n) => {
        const client = openRaw(shop.port);
        client.socket.write(
          `POST /webhooks/stripe HTTP/1.1\r\nHost: x\r\n${addressOf(n)}Stripe-Signature: ${signature}\r\nContent-Length: ${size}\r\n\r\n`,
        );
        await pour(client, size);
        await Promise.race([client.closed, pause(3000)]);
        client.socket.destroy();
        return statusOf(client);
      }),
    ),
  );
  const counts = countsOf(result);
  // A client that is still sending when it is refused may lose the response with its connection.
  expect(Object.keys(counts).every((status) => ["400", "500", "closed"].includes(status))).toBe(true);
  expect(counts["500"]).toBeGreaterThan(0);
  expect(peak - before).toBeLessThan(200);
  report("1,500 events of 500 KB", {
    answered: JSON.stringify(counts),
    "good client": latencies(took),
    memory: `${before} MB, at most ${peak} MB`,
  });
});

test("5,000 invented keys from 500 addresses: known callers are served", async () => {
  const shop = await openShop();
  const { result, before, peak, took } = await besideGoodClient(shop, async () => {
    const statuses: string[] = [];
    for (let round = 0; round < 10; round++) {
      const clients = Array.from({ length: 500 }, async (_, n) => {
        const client = openRaw(shop.port);
        client.socket.write(
          `GET /v1/catalog HTTP/1.1\r\nHost: x\r\n${addressOf(n)}Authorization: Bearer ${newApiKey()}\r\nConnection: close\r\n\r\n`,
        );
        await client.closed;
        return statusOf(client);
      });
      statuses.push(...(await Promise.all(clients)));
    }
    return statuses;
  });
  const counts = countsOf(result);
  expect(Object.keys(counts).every((status) => ["401", "429", "500"].includes(status))).toBe(true);
  expect(peak - before).toBeLessThan(100);
  report("5,000 invented keys", {
    answered: JSON.stringify(counts),
    "good client": latencies(took),
    memory: `${before} MB, at most ${peak} MB`,
  });
});
