import { createStripeStandIn, type Listening, type StripeStandIn } from "@counterpart/stripe-stand-in";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../../../server/database/database.ts";
import type { CheckoutSessionRecord } from "../../../server/domain/checkout-session.ts";
import { newId } from "../../../server/domain/ids.ts";
import { stripeAddress } from "../../../server/payments/provider/stripe-address.ts";
import { StripeSdk } from "../../../server/payments/provider/stripe-sdk.ts";
import { openState } from "../../helpers/data/sessions.ts";
import { type Cli, openCli } from "../cli-harness.ts";

let cli: Cli;
let standIn: StripeStandIn;
let listening: Listening;
let database: Database;
beforeAll(async () => {
  cli = await openCli();
  standIn = createStripeStandIn();
  listening = await standIn.listen();
  Object.assign(cli.env, { STRIPE_SECRET_KEY: "sk_test_cli", STRIPE_API_BASE: listening.url });
  await cli.ask("stores", "create", "--slug", "shop", "--name", "S", "--currency", "eur");
  database = await openDatabase(cli.env.DATABASE_URL ?? "", Date.now);
});
afterAll(async () => {
  await database.close();
  await listening.close();
  await cli.close();
});

/** Opens a session as the server does, and pays it. No webhook is sent. */
async function sell(mode: "payment" | "subscription"): Promise<{ storeId: string; paymentId: string }> {
  const stripe = new StripeSdk("sk_test_cli", stripeAddress(listening.url));
  const store = await database.stores.findBySlug("shop");
  if (!store) throw new Error("There is no store.");
  const id = newId("chk");
  const metadata = { checkoutSessionId: id, storeId: store.id };
  const opened = await stripe.checkout.sessions.create({
    mode,
    client_reference_id: id,
    metadata,
    ...(mode === "subscription" && { subscription_data: { metadata } }),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "eur",
          unit_amount: 900,
          product_data: { name: "Club" },
          ...(mode === "subscription" && { recurring: { interval: "month" } }),
        },
      },
    ],
    success_url: "https://shop.example/thanks",
  });
  const session: CheckoutSessionRecord = {
    ...{ id, storeId: store.id, cartId: "cart_1", ...openState, providerId: null, mode },
    lines: [{ productId: "prod_1", name: "Club", options: [], quantity: 1, unitPriceInCents: 900 }],
    ...{ total: 900, currency: "eur", memberId: null, account: null },
    ...{ createdAt: Date.now(), expiresAt: Date.now() + 31 * 60_000 },
  };
  await database.checkoutSessions.begin(session);
  await database.checkoutSessions.opened(id, {
    ...{ providerId: opened.id, url: opened.url ?? "", expiresAt: session.expiresAt },
  });
  await standIn.control.pay(opened.id, { email: "ines@reader.example" });
  const paid = await stripe.checkout.sessions.retrieve(opened.id);
  return { storeId: store.id, paymentId: String(paid.payment_intent) };
}

const today = () => new Date().toISOString().slice(0, 10);

test("payments sync recovers missed events once", async () => {
  const { storeId, paymentId } = await sell("payment");
  await standIn.control.refund(paymentId, 300);
  await sell("subscription");
  const report = await cli.ask("payments", "sync", "--since", today());
  expect(report).toMatchObject({
    accounts: [{ account: null, failed: 0, error: null }],
    subscriptions: { read: 1, failed: 0 },
  });
  const orders = await database.orders.listAll(storeId);
  expect(orders.map(({ status, refunded }) => [status, refunded]).toSorted()).toEqual([
    ["paid", 0],
    ["partially_refunded", 300],
  ]);
  const again = await cli.ask("payments", "sync", "--since", today());
  expect(again).toMatchObject({ accounts: [{ recovered: 0, failed: 0 }] });
});

test("payments sync reads what events no longer report, and lists the days that they don't cover", async () => {
  await standIn.control.advance(40 * 24 * 60 * 60);
  const { stdout, stderr } = await cli.run("payments", "sync", "--since", "2020-01-31");
  expect(stdout).toContain("Live subscriptions read: 1.");
  expect(stderr).toContain("30 days");
  const store = await database.stores.findBySlug("shop");
  const orders = await database.orders.listAll(store?.id ?? "");
  expect(orders.map(({ payments }) => payments.length).toSorted()).toEqual([1, 2]);
});

test("payments sync continues after a failure, reports it, and exits with 1", async () => {
  const { storeId, paymentId } = await sell("payment");
  const { paymentId: second } = await sell("payment");
  await standIn.control.dispute(paymentId);
  await standIn.control.refund(second, 100);
  standIn.control.fail({ how: 400, path: "/v1/disputes", requests: 10 });
  const { exitCode, stdout, stderr } = await cli.run("payments", "sync", "--since", today());
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringContaining("Some events or subscriptions could not be read."),
  ]);
  expect(stdout).toMatch(/your own +\d+ +\d+ +[1-9]/);
  const orders = await database.orders.listAll(storeId);
  expect(orders.find(({ payments }) => payments[0]?.id === second)?.refunded).toBe(100);
  standIn.control.clearFailures();
  expect(await cli.ask("payments", "sync", "--since", today())).toMatchObject({ accounts: [{ failed: 0 }] });
  const settled = await database.orders.listAll(storeId);
  expect(settled.find(({ payments }) => payments[0]?.id === paymentId)?.disputes).toHaveLength(1);
});

test("payments sync requires a day", async () => {
  for (const wrong of [[], ["--since", "yesterday"]]) {
    expect(await cli.refusal("payments", "sync", ...wrong)).toMatchObject({ exitCode: 2 });
  }
});

test("payments sync names the renewals that cost something other than expected", async () => {
  await sell("subscription");
  await cli.run("payments", "sync", "--since", today());
  const store = await database.stores.findBySlug("shop");
  const all = await database.subscriptions.list(store?.id ?? "");
  const id = all.at(-1)?.id ?? "";
  await standIn.control.setPrice(id, 1000);
  await standIn.control.advance(32 * 24 * 60 * 60);
  const orders = await database.orders.listAll(store?.id ?? "");
  const order = orders.find(({ subscriptionId }) => subscriptionId === id);
  const { stdout } = await cli.run("payments", "sync", "--since", today());
  expect(stdout).toContain(`Renewals that cost something other than expected: ${order?.id} (price).`);
});
