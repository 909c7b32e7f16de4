import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Actor } from "../../../server/domain/actor.ts";
import { migratedDatabase, type TestDatabase } from "../../helpers/data/test-database.ts";
import { buy, orderOf } from "../../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";

// Commands in their own processes, beside a server with the same database.
const cli = fileURLToPath(new URL("../../../server/cli/main.ts", import.meta.url));

let testDatabase: TestDatabase;
let world: World;
let merchant: Merchant;
beforeAll(async () => {
  testDatabase = await migratedDatabase();
  world = await startWorld({ databaseUrl: testDatabase.url });
  merchant = await world.merchant();
});
afterAll(async () => {
  await world.close();
  await testDatabase.drop();
});

const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
});

function start(orderId: string, ...options: string[]) {
  const args = [cli, "orders", "refund", orderId, "--store", merchant.store.slug, "--json", ...options];
  const env = {
    ...process.env,
    DATABASE_URL: testDatabase.url,
    STRIPE_SECRET_KEY: "sk_test_world",
    STRIPE_API_BASE: world.standInUrl,
  };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]).then(
    ([stdout, stderr, [exitCode]]) => {
      running.delete(child);
      return { exitCode, stdout, stderr };
    },
  );
  return { child, ended };
}

/** Runs the same command twice at once. */
const runTwice = (orderId: string, ...options: string[]) =>
  Promise.all([start(orderId, ...options).ended, start(orderId, ...options).ended]);

const refundCalls = (method: string) =>
  world.stripe.requests().filter((one) => one.path === "/v1/refunds" && one.method === method).length;

function refundedAtProvider({ payments }: { payments: { id: string }[] }): number {
  const ids = payments.map(({ id }) => id);
  return world.stripe
    .events("refund.created")
    .map(({ data }) => data.object as { payment_intent: string; amount: number })
    .filter(({ payment_intent }) => ids.includes(payment_intent))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Kills two identical commands while the provider's response to a refund is missing. */
async function killBoth(when: "before" | "after", orderId: string, ...options: string[]): Promise<void> {
  const before = refundCalls("POST");
  world.stripe.fail({ how: "hang", when, path: "/v1/refunds", method: "POST", requests: 100 });
  const both = [start(orderId, ...options), start(orderId, ...options)];
  await vi.waitFor(() => expect(refundCalls("POST")).toBeGreaterThan(before), { timeout: 60_000 });
  for (const { child } of both) child.kill("SIGKILL");
  await Promise.all(both.map(({ ended }) => ended));
  world.stripe.clearFailures();
}

test.each([
  { when: "before", isReported: false, options: ["--key", "of a ticket"] },
  { when: "after", isReported: false, options: ["--key", "of a ticket"] },
  { when: "after", isReported: true, options: ["--key", "of a ticket"] },
  { when: "before", isReported: false, options: [] },
  { when: "after", isReported: false, options: [] },
  { when: "after", isReported: true, options: [] },
] as const)(
  "two equal commands killed $when the refund, then repeated at once, refund once: $options, reported: $isReported",
  async ({ when, isReported, options }) => {
    const order = await buy(merchant, { poster: 1 });
    await killBoth(when, order.id, "--amount", "5", ...options);
    if (isReported) await world.stripe.deliver();
    const ended = [
      ...(await runTwice(order.id, "--amount", "5", ...options)),
      ...(await runTwice(order.id, "--amount", "5", ...options)),
    ];
    expect(refundedAtProvider(order)).toBe(500);
    // One of two may be asked to wait while the provider handles the other.
    const made = ended.filter(({ exitCode }) => exitCode === 0).map(({ stdout }) => JSON.parse(stdout));
    expect(made.length).toBeGreaterThanOrEqual(2);
    expect(new Set(made.map(({ id, key }) => `${id} ${key}`)).size).toBe(1);
    await world.stripe.deliver();
    expect((await orderOf(merchant, order.checkoutSessionId)).refunds).toMatchObject([{ amount: 500 }]);
    // Another key is another refund.
    expect(await start(order.id, "--amount", "5", "--key", "once more").ended).toMatchObject({ exitCode: 0 });
    expect(refundedAtProvider(order)).toBe(1000);
  },
  120_000,
);

test("equal commands refund items once, and a key refunds the next of them, until the line is what was paid", async () => {
  const order = await buy(merchant, { poster: 2 });
  const one = ["--item", `${order.lines[0]?.productId}=1`];
  const both = [...(await runTwice(order.id, ...one)), ...(await runTwice(order.id, ...one))];
  expect(both.map(({ exitCode }) => exitCode)).toContain(0);
  expect(refundedAtProvider(order)).toBe(2400);
  const next = await start(order.id, ...one, "--key", "the second").ended;
  expect(JSON.parse(next.stdout)).toMatchObject({ amount: 2400, isRepeated: false });
  expect((await start(order.id, ...one, "--key", "a third").ended).stderr).toContain("refunded in full");
  expect((await start(order.id, ...one, "--amount", "1").ended).stderr).toContain("Leave out --amount");
  expect((await orderOf(merchant, order.checkoutSessionId)).refunds).toMatchObject([
    { lines: [{ quantity: 1, amount: 2400 }] },
    { lines: [{ quantity: 1, amount: 2400 }] },
  ]);
});

test("a command and the dashboard at once don't refund more than was paid", async () => {
  const order = await buy(merchant, { poster: 1 });
  const bob: Actor = { kind: "person", id: "usr_bob" };
  const address = { storeId: merchant.store.id, orderId: order.id };
  const inDashboard = () => world.services.refundOrder(address, { amount: 2000, token: "page of bob" }, bob);
  await killBoth("after", order.id, "--amount", "10");
  const command = start(order.id, "--amount", "10");
  await Promise.allSettled([command.ended, inDashboard()]);
  await Promise.allSettled([start(order.id, "--amount", "10").ended, inDashboard()]);
  expect(refundedAtProvider(order)).toBe(1000);
  await expect(inDashboard()).rejects.toMatchObject({ code: "CONFLICT" });
}, 120_000);

test("two identical commands put one of five items back in stock, and four are left to send", async () => {
  const productId = merchant.products.poster ?? "";
  const { stockLevels, orders } = world.services.database;
  const { id: storeId } = merchant.store;
  await stockLevels.change({ storeId, productId }, { to: 9 });
  const { id: orderId } = await buy(merchant, { poster: 5 });
  const answers = await runTwice(orderId, "--amount", "10", "--restock", `${productId}=1`);
  expect(answers.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  expect(await stockLevels.find(productId)).toEqual({ quantity: 5, reserved: 0 });
  const order = await orders.find({ storeId, orderId });
  expect(order).toMatchObject({ refunded: 1000, restocked: [{ productId, quantity: 1 }] });
});
