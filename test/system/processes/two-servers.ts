import { createStripeStandIn } from "@counterpart/stripe-stand-in";
import { onTestFinished } from "vitest";
import { openDatabase } from "../../../server/database/database.ts";
import { seedShop } from "../../helpers/data/seed-shop.ts";
import { emptyPostgres } from "../../helpers/data/test-database.ts";
import { openBalancer } from "../../helpers/processes/balancer.ts";
import { startServer } from "../../helpers/processes/server-process.ts";
import { asker } from "../faults/helpers/load.ts";

// The topology of compose.yaml as plain processes: two servers behind a proxy, on one PostgreSQL and one Redis.

export const oneTo = (last: number): number[] => Array.from({ length: last }, (_, n) => n + 1);

/** Two servers that differ only in their port, and a proxy that alternates between them. */
export async function openShop(postgres: string, redis: string, env: Record<string, string> = {}) {
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

export const read = (url: string, key: string) =>
  fetch(`${url}/v1/products`, { headers: { Authorization: `Bearer ${key}` } });
