import { createStripeStandIn, type Listening, type StripeStandIn } from "@counterpart/stripe-stand-in";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampleProducts } from "../../helpers/world.ts";
import { type Cli, openCli } from "../cli-harness.ts";

let cli: Cli;
let standIn: StripeStandIn;
let listening: Listening;
beforeAll(async () => {
  cli = await openCli();
  standIn = createStripeStandIn();
  listening = await standIn.listen();
  Object.assign(cli.env, { STRIPE_SECRET_KEY: "sk_test_cli", STRIPE_API_BASE: listening.url });
  await cli.ask("stores", "create", "--slug", "shop", "--name", "S", "--currency", "eur");
});
afterAll(async () => {
  await listening.close();
  await cli.close();
});

const connect = (...options: string[]) => ["payments", "connect", "--store", "shop", ...options];

test("payments connect lets an account take payments if the provider allows it", async () => {
  expect(await cli.ask(...connect("--account", "acct_1Harbour"))).toEqual({
    store: "shop",
    stripeAccount: "acct_1Harbour",
    paymentsConfigured: true,
  });
  standIn.control.setAccount("acct_1New", { chargesEnabled: false });
  const { stdout } = await cli.run(...connect("--account", "acct_1New"));
  expect(stdout).toContain("doesn't allow it to accept payments yet");
  expect(await cli.ask("stores", "show", "shop")).toMatchObject({
    stripeAccount: "acct_1New",
    paymentsConfigured: false,
  });
  standIn.control.setAccess("acct_1Gone", false);
  expect(await cli.ask(...connect("--account", "acct_1Gone"))).toMatchObject({ paymentsConfigured: false });
  expect(await cli.ask(...connect("--platform"))).toMatchObject({
    stripeAccount: null,
    paymentsConfigured: true,
  });
});

test("payments disconnect keeps the account, and stops payments", async () => {
  await cli.ask(...connect("--account", "acct_1Harbour"));
  expect(await cli.ask("payments", "disconnect", "--store", "shop")).toEqual({
    store: "shop",
    stripeAccount: "acct_1Harbour",
    paymentsConfigured: false,
  });
});

test("payments connect requires one account and an existing store", async () => {
  for (const wrong of [[], ["--platform", "--account", "acct_1"], ["--account", "cus_1"]]) {
    expect(await cli.refusal(...connect(...wrong))).toMatchObject({ exitCode: 2 });
  }
  const elsewhere = ["payments", "connect", "--store", "nowhere", "--platform"];
  expect(await cli.refusal(...elsewhere)).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
});

test("payments status lists what is missing before the store can sell", async () => {
  const missing = async () =>
    (await cli.ask("payments", "status", "--store", "shop")).steps
      .filter(({ isDone, isOptional }: { isDone: boolean; isOptional: boolean }) => !isDone && !isOptional)
      .map(({ step }: { step: string }) => step);
  expect(await missing()).toEqual(["products", "payments", "plan", "published"]);
  await cli.ask("stores", "update", "shop", "--no-product-pages");
  expect(await missing()).toEqual(["products", "payments", "plan", "key", "published"]);
  await cli.ask(
    "products",
    "import",
    await cli.file("p.json", JSON.stringify(sampleProducts)),
    "--store",
    "shop",
  );
  await cli.ask(...connect("--platform"));
  await cli.ask("stores", "update", "shop", "--plan", "pro", "--published");
  const { id } = await cli.ask("keys", "create", "--store", "shop");
  expect(await missing()).toEqual([]);
  await cli.ask("keys", "revoke", id);
  expect(await missing()).toEqual(["key"]);
  const { stdout } = await cli.run("payments", "status", "--store", "shop");
  expect(stdout).toMatch(/^done +products +At least one product is for sale\.$/m);
  expect(stdout).toMatch(/^missing +key /m);
  expect(stdout).toMatch(/^optional +webhook /m);
});
