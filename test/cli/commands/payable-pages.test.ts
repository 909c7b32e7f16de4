import { createStripeStandIn, type Listening, type StripeStandIn } from "@counterpart/stripe-stand-in";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../../server/domain/ids.ts";
import { createProvider } from "../../../server/payments/provider/provider.ts";
import { openState } from "../../helpers/data/sessions.ts";
import { isPayable } from "../../helpers/shopping.ts";
import { type Cli, openCli } from "../cli-harness.ts";

let cli: Cli;
let standIn: StripeStandIn;
let listening: Listening;
let stores = 0;
let store: { id: string; slug: string };
let productId: string;
beforeAll(async () => {
  cli = await openCli();
  standIn = createStripeStandIn();
  listening = await standIn.listen();
});
afterAll(async () => {
  await listening.close();
  await cli.close();
});
beforeEach(async () => {
  Object.assign(cli.env, { STRIPE_SECRET_KEY: "sk_test_cli", STRIPE_API_BASE: listening.url });
  const slug = `shop-${++stores}`;
  const live = ["--plan", "pro", "--published", "--payments"];
  store = await cli.ask("stores", "create", "--slug", slug, "--name", "S", "--currency", "eur", ...live);
  await importPen(true);
  [{ _id: productId }] = await cli.ask("products", "list", "--store", slug);
});

async function importPen(isActive: boolean) {
  const pen = { reference: "pen", name: "Pen", type: "digital", priceInCents: 900, isActive };
  return cli.ask(
    "products",
    "import",
    await cli.file("pen.json", JSON.stringify([pen])),
    "--store",
    store.slug,
  );
}

/** Opens a payment page, as the server does. */
async function openPage() {
  const provider = createProvider(
    { secretKey: "sk_test_cli", apiBase: listening.url, webhookSecrets: [] },
    Date.now,
  );
  const id = newId("chk");
  const lines = [{ productId, name: "Pen", options: [], quantity: 1, unitPriceInCents: 900 }];
  const expiresAt = Date.now() + 31 * 60_000;
  const shared = {
    id,
    storeId: store.id,
    account: null,
    mode: "payment",
    currency: "eur",
    expiresAt,
  } as const;
  const opened = await provider.openSession({
    ...shared,
    lines,
    ...{ customerId: null, customerEmail: null, locale: null, metadata: {}, storeName: "S", interval: null },
    ...{ pictures: new Map(), shippingCountries: null, offers: null },
    ...{ successUrl: "https://shop.example/", cancelUrl: "https://shop.example/" },
  });
  const database = await cli.openDatabase();
  const session = { ...openState, ...shared, lines, cartId: newId("cart"), providerId: null, total: 900 };
  await database.checkoutSessions.begin({ ...session, memberId: null, createdAt: Date.now() });
  await database.checkoutSessions.opened(id, opened);
  await database.close();
  return { url: opened.url, expiresAt };
}

const commands: [string, () => string[]][] = [
  ["products delete", () => ["products", "delete", "pen", "--store", store.slug]],
  ["products deactivate", () => ["products", "deactivate", "pen", "--store", store.slug]],
  ["stores update --no-published", () => ["stores", "update", store.slug, "--no-published"]],
  ["stores update --plan free", () => ["stores", "update", store.slug, "--plan", "free"]],
  ["payments disconnect", () => ["payments", "disconnect", "--store", store.slug]],
  ["payments connect", () => ["payments", "connect", "--store", store.slug, "--account", "acct_1Other"]],
];

test.each(commands)("%s closes open payment pages", async (_, args) => {
  const { url } = await openPage();
  const { exitCode, stdout } = await cli.run(...args());
  expect([exitCode, stdout.includes("still open"), await isPayable(url)]).toEqual([0, false, false]);
});

test("products import closes open payment pages with products that it takes off sale", async () => {
  const { url } = await openPage();
  expect(await importPen(false)).toMatchObject({ updated: 1 });
  expect(await isPayable(url)).toBe(false);
});

const withoutProvider: [string, () => void][] = [
  [
    "has no key for the provider",
    () => Object.assign(cli.env, { STRIPE_SECRET_KEY: "", NODE_ENV: "production" }),
  ],
  [
    "can't reach the provider",
    () => standIn.control.fail({ how: "drop", requests: 9, path: "/v1/checkout" }),
  ],
];

test.each(withoutProvider)("a command that %s says until when pages can be paid", async (_, hinder) => {
  const { url, expiresAt } = await openPage();
  hinder();
  const change = await cli.ask("products", "deactivate", "pen", "--store", store.slug);
  expect(change).toMatchObject({
    isActive: false,
    payablePages: { count: 1, until: new Date(expiresAt).toISOString() },
  });
  const { stdout } = await cli.run("stores", "update", store.slug, "--no-published");
  const until = new Date(Math.ceil(expiresAt / 60_000) * 60_000).toISOString().slice(11, 16);
  expect(stdout).toContain(`1 payment page is still open, and can be paid until ${until} UTC.`);
  standIn.control.clearFailures();
  Object.assign(cli.env, { NODE_ENV: undefined });
  expect(await isPayable(url)).toBe(true);
});
