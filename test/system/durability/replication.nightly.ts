import { createStripeStandIn } from "@counterpart/stripe-stand-in";
import { describe, expect, onTestFinished, test } from "vitest";
import { seedShop } from "../../helpers/data/seed-shop.ts";
import { hasPostgresPrograms } from "../../helpers/processes/own-postgres.ts";
import { type PostgresServer, startReplicatedPostgres } from "../../helpers/processes/replicated-postgres.ts";
import { type ServerProcess, startServer } from "../../helpers/processes/server-process.ts";
import { asker } from "../faults/helpers/load.ts";

async function open() {
  const { primary, standby } = await startReplicatedPostgres();
  const stripe = createStripeStandIn();
  const standIn = await stripe.listen(0, "127.0.0.1");
  onTestFinished(() => standIn.close());
  const shop = await seedShop(primary.url, standIn.url);
  const server = await startServer({
    ...shop.env,
    METRICS_PORT: "0",
    DATABASE_STATEMENT_TIMEOUT_MS: "1000",
  });
  return { primary, standby, shop, server, ask: asker(server.url, shop.key) };
}

const readiness = async ({ url }: ServerProcess) => (await fetch(`${url}/readyz`)).status;

async function databaseIsUp({ output }: ServerProcess): Promise<string | undefined> {
  const port = /"metricsPort":(\d+)/.exec(output())?.[1];
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return /^dependency_up\{.*system="database".*\} (\d)/m.exec(metrics)?.[1];
}

const linesWith = ({ output }: ServerProcess, text: string) =>
  output()
    .split("\n")
    .filter((line) => line.includes(text));

/** Once the server knows that it may serve again: one line for the outage's beginning, and one for its end. */
async function expectOneOutage(server: ServerProcess): Promise<void> {
  await expect.poll(() => readiness(server), { timeout: 60_000 }).toBe(200);
  await expect.poll(() => linesWith(server, "outage ended"), { timeout: 60_000 }).toHaveLength(1);
  expect(linesWith(server, '"msg":"outage began"')).toHaveLength(1);
  expect(linesWith(server, '"level":50')).toHaveLength(1);
  expect(await databaseIsUp(server)).toBe("1");
}

const switchReadOnly = async (server: PostgresServer, state: "on" | "off"): Promise<void> => {
  await server.run(`alter system set default_transaction_read_only = ${state}`);
  await server.run("select pg_reload_conf()");
};

describe.skipIf(!hasPostgresPrograms)("on a replicated PostgreSQL", { timeout: 240_000 }, () => {
  test("a write that its standby hasn't confirmed is 500, an outage, and takes effect once when it is retried", async () => {
    const { standby, shop, server, ask } = await open();
    const cartId: string = (await ask("POST", "/v1/cart")).body.data.id;
    const lines = `/v1/cart/${cartId}/lines`;
    const line = { productId: shop.products.poster, quantity: 2 };
    const add = (key: string) => ask("POST", lines, line, { "Idempotency-Key": key });
    expect((await add("first")).status).toBe(200);
    await standby.kill();
    for (const attempt of [
      () => add("second"),
      () => ask("POST", lines, line),
      () => ask("POST", "/v1/cart"),
      () => ask("PATCH", `${lines}/${shop.products.poster}`, { quantity: 9 }),
    ]) {
      const { status, retryAfter, body } = await attempt();
      expect({ status, body }).toMatchObject({ status: 500, body: { code: "INTERNAL_ERROR" } });
      expect(retryAfter).toMatch(/^\d+$/);
    }
    expect(await readiness(server)).toBe(503);
    expect(await databaseIsUp(server)).toBe("0");
    expect(linesWith(server, '"msg":"outage began"')).toHaveLength(1);
    expect(linesWith(server, "outage ended")).toHaveLength(0);

    await standby.start();
    await expectOneOutage(server);
    await expect.poll(async () => (await add("second")).status, { timeout: 90_000 }).toBe(200);
    expect((await add("second")).status).toBe(200);
    const { body } = await ask("GET", `/v1/cart/${cartId}`);
    // The key's first attempt got no further than being recorded.
    expect(body.data.lines).toMatchObject([{ productId: shop.products.poster, quantity: 9 + 2 }]);
  });

  test("a server that has become read-only is one outage, for reads too, and the log stays short", async () => {
    const { primary, server, ask } = await open();
    const cartId: string = (await ask("POST", "/v1/cart")).body.data.id;
    await switchReadOnly(primary, "on");
    await expect.poll(async () => (await ask("POST", "/v1/cart")).status).toBe(500);
    for (let n = 0; n < 200; n++) {
      const { status, retryAfter } = await ask(
        n % 2 ? "POST" : "GET",
        n % 2 ? "/v1/cart" : `/v1/cart/${cartId}`,
      );
      expect(status).toBe(500);
      expect(retryAfter).toMatch(/^\d+$/);
    }
    expect(await readiness(server)).toBe(503);
    expect(await databaseIsUp(server)).toBe("0");
    await switchReadOnly(primary, "off");
    await expectOneOutage(server);
    expect((await ask("GET", `/v1/cart/${cartId}`)).status).toBe(200);
    expect((await ask("POST", "/v1/cart")).status).toBe(200);
  });
});
