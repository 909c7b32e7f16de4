import { setTimeout as pause } from "node:timers/promises";
import { createStripeStandIn } from "@counterpart/stripe-stand-in";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "../../../server/database/database.ts";
import { seedShop } from "../../helpers/data/seed-shop.ts";
import { startEventReceiver } from "../../helpers/event-receiver.ts";
import { startServer } from "../../helpers/processes/server-process.ts";
import { asker } from "../faults/helpers/load.ts";
import { settleSome } from "../faults/soak/bank.ts";
import { completedAt } from "../faults/soak/completed.ts";
import { deliverBadly } from "../faults/soak/postman.ts";
import { purchase } from "../faults/soak/purchase.ts";
import { random } from "../faults/soak/random.ts";
import { addOneByOne, setQuantities } from "./helpers/carts.ts";
import { type Cluster, password, startCluster } from "./helpers/cluster.ts";
import { longestGap, newJournal, noting } from "./helpers/journal.ts";
import { missingPackages } from "./helpers/programs.ts";
import { type Figure, saveFigures, table } from "./helpers/save-figures.ts";
import { startSentinels } from "./helpers/sentinels.ts";

const processes = 4;
const buyers = 4;

test("no acknowledged write is lost or duplicated while leaders die, freeze and switch over", async () => {
  const missing = missingPackages();
  if (missing.length > 0) throw new Error(`Install Debian's packages ${missing.join(", ")}.`);
  const cluster = await startCluster();
  await cluster.whole();
  const databaseUrl = await createShopDatabase(cluster);

  const redis = await startSentinels(cluster.folder);
  const standIn = createStripeStandIn();
  const { control: stripe } = standIn;
  const provider = await standIn.listen(0, "127.0.0.1");
  onTestFinished(() => provider.close());
  const shop = await seedShop(databaseUrl, provider.url);
  const receiver = await startEventReceiver();
  onTestFinished(() => receiver.close());
  const database = await openDatabase(databaseUrl, Date.now);
  onTestFinished(() => database.close());
  const storeId = shop.store.id;
  const secret = "whsec_bm90IHVzZWQgYW55d2hlcmUgZWxzZSE=";
  await database.eventEndpoints.add({ storeId, url: receiver.url, secret, types: ["order.paid"] });

  // Half of the processes go through haproxy; the others find the leader themselves.
  const hosts = cluster.nodes.map(({ port }) => `127.0.0.1:${port}`).join(",");
  const addresses = [databaseUrl, `${urlOf(hosts, "shop")}?target_session_attrs=read-write`];
  const environment = (n: number): Record<string, string> => ({
    ...shop.env,
    DATABASE_URL: addresses[n % 2] ?? databaseUrl,
    // In production, events go only to public addresses.
    NODE_ENV: "test",
    REDIS_URL: redis.url,
    DATABASE_POOL_SIZE: "5",
    DATABASE_READ_URL: urlOf(cluster.standbys, "shop"),
  });
  const servers = [];
  for (let n = 0; n < processes; n++) servers.push(await startServer(environment(n)));
  const journal = newJournal(processes);
  const asks = servers.map(({ url }, n) => noting(asker(url, shop.key), n, journal));
  const askAt = (n: number) => asks[n % processes] ?? asker("", "");
  stripe.setWebhooks({
    mode: "held",
    endpoints: [{ url: `${servers[0]?.url}/webhooks/stripe`, secret: "whsec_process" }],
  });

  let isOver = false;
  const over = () => isOver;
  const figures: Figure[] = [];
  const counts: Record<string, number> = {};
  const chooser = random(42);
  const debits = new Set<string>();
  const carts = servers.flatMap((_, n) =>
    [addOneByOne, addOneByOne, setQuantities].map((shop_) =>
      shop_({
        ask: askAt(n),
        askElsewhere: askAt(n + 1),
        productId: shop.products.poster ?? "",
        isOver: over,
      }),
    ),
  );
  const buying = Array.from({ length: buyers }, async () => {
    while (!isOver) {
      const ask = askAt(chooser.between(0, processes - 1));
      await purchase({ ask, products: shop.products, stripe, random: chooser, debits, figures: counts });
      await pause(300);
    }
  });
  const postman = deliverBadly(stripe, random(43), counts, over);
  const bank = settleSome(stripe, debits, random(44), over);
  const load = Promise.all([...carts, ...buying, postman, bank]);
  // A fault in the load ends the test at once.
  const fails = load.then(
    () => new Promise<never>(() => {}),
    (error: unknown) => Promise.reject(error),
  );

  /** Runs an action on the cluster, and measures until the cluster is whole again. */
  async function measure(what: string, act: () => Promise<void>): Promise<void> {
    await Promise.race([cluster.whole(), fails]);
    await Promise.race([pause(3000), fails]);
    const [from, refused] = [performance.now(), journal.refused];
    await Promise.race([act(), fails]);
    await Promise.race([cluster.whole(), fails]);
    const back = performance.now();
    await Promise.race([vi.waitUntil(() => acknowledgedSince(back), { timeout: 120_000 }), fails]);
    const seconds = longestGap(journal, from, performance.now());
    figures.push({ what, seconds, refused: journal.refused - refused });
    console.log(`${what}: ${seconds.toFixed(1)} s without a write`);
  }
  const acknowledgedSince = (at: number) => journal.acknowledged.every((times) => (times.at(-1) ?? 0) > at);
  const another = (than: { name: string }) =>
    vi.waitFor(async () => expect((await cluster.leader()).name).not.toBe(than.name), {
      timeout: 120_000,
      interval: 500,
    });
  const killAndRestart = async () => {
    const leader = await cluster.leader();
    await cluster.kill(leader);
    await another(leader);
    cluster.start(leader);
  };

  await measure("the leader's machine dies", killAndRestart);
  await measure("its successor dies too", killAndRestart);
  await measure("a planned switchover", async () => {
    const leader = await cluster.leader();
    await cluster.switchOver(leader);
    await another(leader);
  });
  await measure("no standby confirms for 15 seconds", async () => {
    const goOn = await cluster.stall(await cluster.leader());
    await pause(15_000);
    goOn();
  });
  await measure("no standby confirms for 8 seconds, then the leader dies", async () => {
    const leader = await cluster.leader();
    const goOn = await cluster.stall(leader);
    await pause(8000);
    await cluster.kill(leader);
    goOn();
    await another(leader);
    cluster.start(leader);
  });
  await measure("the leader freezes, and thaws when it has a successor", async () => {
    const leader = await cluster.leader();
    const thaw = await cluster.freeze(leader);
    await another(leader);
    await pause(5000);
    thaw();
  });

  await measure("the Redis that counts requests dies", async () => {
    await redis.killPrimary();
    await redis.counted();
  });

  isOver = true;
  const differences = (await Promise.all(carts)).flat();
  await load;
  expect(differences.filter((one) => one !== undefined)).toEqual([]);
  expect(differences.length).toBeGreaterThan(processes * 3);
  expect(journal.faults).toEqual([]);

  for (const id of debits) await stripe.settle(id, "succeed");
  const completed = completedAt(stripe);
  for (const id of completed.keys()) {
    await vi.waitFor(async () =>
      expect((await askAt(0)("GET", `/v1/checkout/sessions/${id}`)).status).toBe(200),
    );
  }
  const expected = new Map([...completed].map(([id, { outcome }]) => [id, outcome]));
  const outcomes = async () =>
    (await database.orders.listAll(storeId)).map(
      ({ checkoutSessionId, paymentStatus }) => [checkoutSessionId, paymentStatus] as const,
    );
  await vi.waitFor(async () => expect(new Map(await outcomes())).toEqual(expected), { timeout: 60_000 });
  const orders = await database.orders.listAll(storeId);
  expect(orders.length).toBe(completed.size);
  expect(orders.length).toBeGreaterThan(20);
  const taken = stripe
    .events("charge.succeeded")
    .map(({ data }) => Number(Reflect.get(data.object, "amount")));
  const paid = orders.filter(({ paymentStatus }) => paymentStatus === "paid");
  expect(sum(paid.map(({ total }) => total))).toBe(sum(taken));

  const reported = () =>
    new Map(
      receiver.received.map(({ headers, body }) => [
        String(headers["webhook-id"]),
        (body.data as { id: string }).id,
      ]),
    );
  const byId = paid.map(({ id }) => id).sort();
  await vi.waitFor(() => expect([...reported().values()].sort()).toEqual(byId), { timeout: 180_000 });

  const acknowledged = journal.acknowledged.flat().length;
  console.log(table(figures, acknowledged));
  console.log(
    `${orders.length} orders, ${paid.length} paid, ${receiver.received.length} deliveries of events`,
  );
  if (process.env.SAVE_FIGURES === "true") saveFigures(figures, acknowledged);
});

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

function urlOf(address: string, name: string): string {
  return `postgres://postgres:${password}@${address}/${name}`;
}

async function createShopDatabase({ primary }: Cluster): Promise<string> {
  const client = await vi.waitFor(
    async () => {
      const connecting = new pg.Client({ connectionString: urlOf(primary, "postgres") });
      await connecting.connect();
      return connecting;
    },
    { timeout: 30_000, interval: 500 },
  );
  await client.query("create database shop");
  await client.end();
  return urlOf(primary, "shop");
}
