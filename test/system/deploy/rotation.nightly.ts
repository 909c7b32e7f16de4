import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createStripeStandIn, signatureOf } from "@counterpart/stripe-stand-in";
import { expect, onTestFinished, test, vi } from "vitest";
import { openBalancer } from "../../helpers/processes/balancer.ts";
import { hasPostgresPrograms, startPostgres } from "../../helpers/processes/own-postgres.ts";
import { hasRedisServer } from "../../helpers/processes/own-redis.ts";
import { asker } from "../faults/helpers/load.ts";
import { type Machine, newMachine } from "./machine.ts";
import { purchase } from "./purchase.ts";
import { startSteadyLoad } from "./steady-load.ts";
import { commandsOf } from "./typed-commands.ts";

const isRun = hasPostgresPrograms && hasRedisServer && existsSync("/usr/bin/openssl");
const note = isRun ? "" : ": not run, postgresql, redis-server or openssl is not installed";

const page = "docs/operating/secrets.md";
const first = { STRIPE_SECRET_KEY: "sk_test_first", STRIPE_WEBHOOK_SECRET: "whsec_first" };

/** Two servers, a balancer in front of them, and a store that sells. */
async function openShop() {
  const stripe = createStripeStandIn();
  const standIn = await stripe.listen(0, "127.0.0.1");
  onTestFinished(() => standIn.close());
  const machine = await newMachine(await startPostgres());
  await machine.typeTested("secrets", first);
  await machine.typeTested("database");
  await machine.typeTested("redis");
  await machine.startRedis();
  await machine.typeTested("settings");
  await machine.set("STRIPE_API_BASE", standIn.url);
  await machine.set("RATE_LIMITS", "global=1000000,product-reads=1000000,cart-writes=1000000");
  await machine.typeTested("units");
  const servers = [await machine.start(1), await machine.start(2)];
  const store = ["--slug", "shop", "--name", "Shop", "--currency", "eur", "--plan", "pro"];
  await machine.shop("stores", "create", ...store, "--published", "--payments");
  await machine.shop(
    "products",
    "import",
    path.resolve("server/development/products.csv"),
    "--store",
    "shop",
  );
  const { key } = await machine.shop<{ key: string }>("keys", "create", "--store", "shop");
  const balancer = await openBalancer(servers.map(({ url }) => url));
  return { machine, stripe: stripe.control, balancer, key };
}

async function restartInTurn(machine: Machine): Promise<void> {
  for (const n of [1, 2]) await machine.restart(n);
}

/** Sets the content of a secret's file. The servers have it after a restart. */
const write = (machine: Machine, name: string, value: string) =>
  writeFile(path.join(machine.root, "etc/counterpart/secrets", name), `${value}\n`);

/** How each server answers an event with this signature. */
function receptions({ servers }: Machine, secret: string): Promise<number[]> {
  const body = JSON.stringify({
    id: "evt_1",
    object: "event",
    type: "customer.created",
    data: { object: {} },
  });
  const signature = signatureOf(body, secret, Math.floor(Date.now() / 1000));
  return Promise.all(
    servers.map(async ({ url }) => {
      const headers = { "Stripe-Signature": signature };
      return (await fetch(`${url}/webhooks/stripe`, { method: "POST", body, headers })).status;
    }),
  );
}

const limiters = ({ servers }: Machine) =>
  Promise.all(
    servers.map(
      async ({ url }) => ((await (await fetch(`${url}/readyz`)).json()) as { limiter: string }).limiter,
    ),
  );

// Retried, since a machine that pauses for a second at the wrong moment breaks a connection anyway.
test.skipIf(!isRun)(
  `every secret of the servers is changed while they serve, and no request fails${note}`,
  {
    timeout: 300_000,
    retry: 1,
  },
  async () => {
    const { machine, stripe, balancer, key } = await openShop();
    const products = await fetch(`${balancer.url}/v1/products`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    const { data } = (await products.json()) as { data: { _id: string }[] };
    const load = await startSteadyLoad(asker(balancer.url, key), data[0]?._id ?? "", 20);

    await write(machine, "stripe_secret_key", "sk_test_second");
    await write(machine, "stripe_webhook_secret", "whsec_second,whsec_first");
    await restartInTurn(machine);
    stripe.expireKey("sk_test_first");
    expect(await purchase(balancer.url, key)).toMatch(/ paid$/);
    expect(await receptions(machine, "whsec_first")).toEqual([200, 200]);
    expect(await receptions(machine, "whsec_second")).toEqual([200, 200]);

    await write(machine, "stripe_webhook_secret", "whsec_second");
    await machine.type(commandsOf(page, "second role"));
    await restartInTurn(machine);
    await machine.type(commandsOf(page, "first role's end"));
    expect(await receptions(machine, "whsec_first")).toEqual([400, 400]);
    expect(await receptions(machine, "whsec_second")).toEqual([200, 200]);

    await machine.type(commandsOf(page, "second user"));
    await machine.restartRedis();
    // The servers have the first user's password, which is still valid.
    await vi.waitFor(async () => expect(await limiters(machine)).toEqual(["redis", "redis"]));
    await restartInTurn(machine);
    await machine.type(commandsOf(page, "first user's end"));
    await machine.restartRedis();
    await vi.waitFor(async () => expect(await limiters(machine)).toEqual(["redis", "redis"]));

    // The second role owns the tables as the first did.
    await machine.installNextVersion();
    await machine.typeTested("another version");
    await restartInTurn(machine);
    expect(await purchase(balancer.url, key)).toMatch(/ paid$/);

    await load.stop();
    expect(load.failed).toEqual([]);
    expect(load.answered()).toBeGreaterThan(50);
    const logs = machine.servers.map((server) => server.output()).join("");
    for (const name of ["database_url", "redis_url", "stripe_secret_key", "stripe_webhook_secret"]) {
      const secret = (
        await readFile(path.join(machine.root, "etc/counterpart/secrets", name), "utf8")
      ).trim();
      expect(logs).not.toContain(secret);
    }
  },
);
