import { userInfo } from "node:os";
import { createStripeStandIn } from "@counterpart/stripe-stand-in";
import { nanoid } from "nanoid";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../../server/database/database.ts";
import { stripeAddress } from "../../../server/payments/provider/stripe-address.ts";
import { openState, paidOutcome } from "../../helpers/data/sessions.ts";
import { sampleProducts } from "../../helpers/world.ts";
import { picture } from "../../merchants/images/pictures.ts";
import { leaves } from "../all-commands.ts";
import { type Cli, openCli } from "../cli-harness.ts";

const newId = (kind: string) => `${kind}_${nanoid()}`;

let cli: Cli;
let database: Database;
let storeId: string;
let standIn: ReturnType<typeof createStripeStandIn>;
let apiBase: string;
beforeAll(async () => {
  cli = await openCli();
  storeId = (await cli.ask("stores", "create", "--slug", "shop", "--name", "S", "--currency", "eur")).id;
  database = await cli.openDatabase();
  standIn = createStripeStandIn();
  const provider = await standIn.listen();
  apiBase = provider.url;
  Object.assign(cli.env, { STRIPE_SECRET_KEY: "sk_test_cli", STRIPE_API_BASE: provider.url });
  await database.subscriptions.save({
    id: "sub_1",
    storeId,
    account: null,
    customerId: "cus_1",
    memberId: null,
    status: "active",
    fetchedAt: 1,
  });
  return () => provider.close();
});
afterAll(async () => {
  await database.close();
  await cli.close();
});

const inShop = ["--store", "shop"];
const endpoint = async () =>
  (await cli.ask("events", "endpoints", "add", ...inShop, "--url", "https://shop.example/in?token=s3cret"))
    .id;

const rate = () => cli.ask("shipping", "add", ...inShop, "--name", "Express", "--price", "9");

const code = () =>
  cli.ask("codes", "create", ...inShop, "--code", newId("x").replaceAll("_", "-"), "--amount", "5");

/** A paid order that the payment provider doesn't know. */
async function order(): Promise<string> {
  const id = newId("chk");
  await database.checkoutSessions.begin({
    ...{
      ...openState,
      id,
      storeId,
      cartId: "cart_1",
      providerId: null,
      mode: "payment" as const,
      account: null,
    },
    ...{ memberId: null, total: 4800, currency: "eur", createdAt: 1, expiresAt: 2 },
    lines: [{ productId: "prod_1", name: "Tide Poster", options: [], quantity: 2, unitPriceInCents: 2400 }],
  });
  await database.checkoutSessions.settle(id, paidOutcome(newId("pi"), 4800, 1), 1);
  const page = await database.orders.list({ storeId, sessionId: id });
  return page?.orders[0]?.id ?? "";
}

/** A subscriber who pays less than the product costs. */
async function subscriber(): Promise<{ reference: string; subscriptionId: string }> {
  const reference = "monthly";
  await database.products.import(storeId, sampleProducts);
  const product = await database.managedProducts.find({ storeId, product: reference });
  const productId = product?._id ?? "";
  const stripe = new Stripe("sk_test_cli", { ...stripeAddress(apiBase) });
  const recurring = { interval: "month" as const };
  const price = { currency: "eur", unit_amount: 100, recurring };
  const opened = await stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [
      { quantity: 1, price_data: { ...price, product_data: { name: "Club", metadata: { productId } } } },
    ],
    success_url: "https://shop.example/thanks",
  });
  await standIn.control.pay(opened.id, { email: "ines@reader.example" });
  const { subscription } = await stripe.checkout.sessions.retrieve(opened.id);
  const id = newId("chk");
  const lines = [{ productId, name: "Club", options: [], quantity: 1, unitPriceInCents: 100 }];
  await database.checkoutSessions.begin({
    ...{ ...openState, id, storeId, cartId: "cart_1", providerId: null, mode: "subscription", account: null },
    ...{ memberId: null, total: 100, currency: "eur", createdAt: 1, expiresAt: 2, lines },
  });
  await database.checkoutSessions.settle(id, paidOutcome(newId("pi"), 100, 1), 1);
  await database.subscriptions.save({
    ...{ id: String(subscription), storeId, account: null, customerId: "cus_2", memberId: null },
    ...{ status: "active", fetchedAt: 1, checkoutSessionId: id },
  });
  return { reference, subscriptionId: String(subscription) };
}

/** A new person who belongs to the store. */
async function person(): Promise<string> {
  const id = newId("person").toLowerCase();
  const { email } = await database.people.add({ id, email: `${id}@example.com`, storeId, role: "staff" });
  return email;
}

/** The commands that change something in a store, and what each leaves in the audit trail. */
const changes: Record<string, [action: string, args: () => string[] | Promise<string[]>]> = {
  "stores create": ["store.created", () => ["--slug", "quay", "--name", "Quay", "--currency", "eur"]],
  "stores update": ["store.updated", () => ["shop", "--name", "Harbour Press"]],
  "keys create": ["key.created", () => [...inShop, "--label", "till"]],
  "keys revoke": ["key.revoked", async () => [(await cli.ask("keys", "create", ...inShop)).id]],
  "keys rotate": ["key.rotated", async () => [(await cli.ask("keys", "create", ...inShop)).id]],
  "shipping add": ["shipping_rate.added", () => [...inShop, "--name", "Standard", "--price", "4.90"]],
  "shipping update": ["shipping_rate.updated", async () => [(await rate()).id, ...inShop, "--price", "9.50"]],
  "shipping activate": ["shipping_rate.activated", async () => [(await rate()).id, ...inShop]],
  "shipping deactivate": ["shipping_rate.deactivated", async () => [(await rate()).id, ...inShop]],
  "shipping remove": ["shipping_rate.removed", async () => [(await rate()).id, ...inShop]],
  "codes create": ["promotion_code.created", () => [...inShop, "--code", "SUMMER", "--percent", "10"]],
  "codes deactivate": ["promotion_code.deactivated", async () => [(await code()).id, ...inShop]],
  "codes move": [
    "promotion_code.deactivated",
    async () => {
      const { stripeAccount } = await cli.ask("stores", "show", "shop");
      const terms = {
        ...({ percentOff: 10, amountOffInCents: null } as const),
        ...{ code: newId("X").replaceAll("_", "-").toUpperCase(), currency: "eur" },
        ...{ minimumInCents: null, maxRedemptions: null, expiresAt: null },
      };
      for (const account of [stripeAccount, "acct_1Quay"]) {
        await database.promotionCodes.save({ ...terms, storeId, account, providerId: newId("promo") });
      }
      return inShop;
    },
  ],
  "payments connect": [
    "store.updated",
    async () => {
      // They would move to the account.
      for (const { id, state } of await cli.ask("codes", "list", ...inShop))
        if (state === "active") await cli.ask("codes", "deactivate", id, ...inShop);
      return [...inShop, "--account", "acct_1Harbour"];
    },
  ],
  "payments disconnect": ["store.updated", () => inShop],
  "products import": [
    "products.imported",
    async () => [await cli.file("products.json", JSON.stringify(sampleProducts)), ...inShop],
  ],
  "products stock": ["product.stock_changed", () => ["poster", ...inShop, "--set", "4"]],
  "products add": ["product.created", () => [...inShop, "--name", "Pen", "--price", "3"]],
  "products duplicate": ["product.created", () => ["poster", ...inShop]],
  "products edit": ["product.updated", () => ["poster", ...inShop, "--name", "Edited"]],
  "products deactivate": ["product.deactivated", () => ["poster", ...inShop]],
  "products activate": ["product.activated", () => ["poster", ...inShop]],
  "products image add": [
    "product.updated",
    async () => {
      const file = await cli.file("sea.png", "");
      await picture(20, 20).png().toFile(file);
      Object.assign(cli.env, { IMAGES_FOLDER: `${file}.images` });
      return ["poster", file, ...inShop];
    },
  ],
  "products file set": [
    "product.updated",
    async () => {
      const file = await cli.file("font.otf", "glyphs");
      Object.assign(cli.env, { IMAGES_FOLDER: `${file}.images` });
      return ["font", file, ...inShop];
    },
  ],
  "products file remove": [
    "product.updated",
    async () => {
      await cli.ask("products", "file", "set", "font", await cli.file("font.otf", "glyphs"), ...inShop);
      return ["font", ...inShop];
    },
  ],
  "products delete": ["product.deleted", () => ["notebook", ...inShop]],
  "orders fulfil": ["order.fulfilled", async () => [await order(), ...inShop]],
  "orders ship": ["order.parcel_sent", async () => [await order(), ...inShop]],
  "orders correct-address": [
    "order.address_corrected",
    async () => [await order(), ...inShop, "--city", "Cork"],
  ],
  "orders return": ["order.return_recorded", async () => [await order(), ...inShop, "--item", "prod_1=1"]],
  "orders receive-return": [
    "order.return_received",
    async () => {
      const orderId = await order();
      const lines = [{ productId: "prod_1", quantity: 1 }];
      const returned = await database.orderReturns.add({ storeId, orderId }, { lines, reason: null });
      return [orderId, ...inShop, "--return", returned?.returns[0]?.id ?? ""];
    },
  ],
  "orders refund": ["order.refund_requested", async () => [await order(), ...inShop]],
  "orders resolve-difference": [
    "order.payment_difference_resolved",
    async () => {
      const orderId = await order();
      const difference = { part: "discount", expected: null, charged: 100, isRenewal: false } as const;
      const currencies = { currency: "eur", expectedCurrency: "eur" };
      const id = newId("chk");
      await database.paymentDifferences.record({ ...difference, ...currencies, id, storeId, orderId });
      return [orderId, ...inShop, "--difference", id];
    },
  ],
  "orders resolve-refund": [
    "order.refund_resolved",
    async () => {
      const id = await order();
      const found = await database.orders.find({ storeId, orderId: id });
      const paymentId = found?.payments[0]?.id ?? "";
      const refund = { id: newId("re"), paymentId, amount: 100, currency: "eur", createdAt: 1 };
      const refunds = [{ ...refund, status: "failed" as const }];
      await database.orders.recordRefunds({ paymentId, refunded: 0, refunds, fetchedAt: 1 });
      return [id, ...inShop, "--refund", refund.id];
    },
  ],
  "events endpoints add": ["endpoint.added", () => [...inShop, "--url", "https://shop.example/events"]],
  "events endpoints disable": ["endpoint.disabled", async () => [await endpoint(), ...inShop]],
  "events endpoints enable": ["endpoint.enabled", async () => [await endpoint(), ...inShop]],
  "events endpoints remove": ["endpoint.removed", async () => [await endpoint(), ...inShop]],
  "events resend": [
    "event.resent",
    async () => {
      await endpoint();
      const [product] = sampleProducts;
      if (!product) throw new Error("There are no products.");
      await database.products.import(storeId, [{ ...product, priceInCents: 9999 }]);
      const [event] = await database.events.list(storeId, 1);
      return [event?.id ?? "", ...inShop];
    },
  ],
  "subscriptions attach": ["subscription.attached", () => ["sub_1", ...inShop, "--member", "m1"]],
  "subscriptions reprice": [
    "subscription.price_change_requested",
    async () => [(await subscriber()).reference, ...inShop, "--yes"],
  ],
  "subscriptions cancel": [
    "subscription.cancellation_requested",
    async () => [(await subscriber()).subscriptionId, ...inShop],
  ],
  "member-sessions create": [
    "member_session.registered",
    () => [...inShop, "--member", "m1", "--session", "their-session"],
  ],
  "users invite": ["person.invited", () => [...inShop, "--email", "ada@example.com", "--role", "owner"]],
  "users reset-password": ["person.new_password_offered", async () => ["--email", await person()]],
  "users role": [
    "person.role_changed",
    async () => [...inShop, "--email", await person(), "--role", "owner"],
  ],
  "users withdraw": [
    "invitation.withdrawn",
    async () => {
      const invited = [...inShop, "--email", "withdrawn@example.com"];
      await cli.ask("users", "invite", ...invited, "--role", "staff");
      return invited;
    },
  ],
  "users remove": ["person.removed", async () => [...inShop, "--email", await person()]],
  "buyers erase": ["buyer.erased", () => [...inShop, "--member", "m1"]],
};

const readers = [
  ...[
    "stores list",
    "stores show",
    "stores overview",
    "payments status",
    "shipping list",
    "codes list",
    "keys list",
    "keys identify",
    "products list",
    "products show",
    "products export",
    "products feed",
  ],
  ...["orders list", "orders show", "orders export", "orders invoice", "orders slip", "orders pick-list"],
  ...["events endpoints list", "events list", "subscriptions list", "users list", "audit list"],
];
/** They move, change or test the database and settings, and change nothing in a store. */
const ofTheInstallation = [
  "users invite-merchant",
  "users operator",
  "migrate",
  "db backup",
  "db copy",
  "db reopen",
  "doctor",
  "payments sync",
];

test("every command either reads, or leaves an entry in the audit trail", () => {
  const known = [...readers, ...ofTheInstallation, ...Object.keys(changes)];
  expect(leaves.map((path) => path.join(" ")).sort()).toEqual(known.sort());
});

describe("audit list shows who did what", () => {
  test.each(Object.entries(changes))("%s", async (command, [action, argsOf]) => {
    const args = await argsOf();
    const store = command === "stores create" ? "quay" : "shop";
    const before = store === "quay" ? [] : await cli.ask("audit", "list", "--store", store);
    await cli.run(...command.split(" "), ...args);
    const after = await cli.ask("audit", "list", "--store", store);
    expect(after).toHaveLength(before.length + 1);
    expect(after[0]).toMatchObject({
      id: expect.stringMatching(/^aud_/),
      by: { kind: "command_line", id: userInfo().username },
      action,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });
});

test("audit list shows a field before and after the change", async () => {
  await cli.ask("stores", "update", "shop", "--name", "Old", "--theme-primary", "#111111");
  await cli.ask("stores", "update", "shop", "--name", "New", "--theme-primary", "#222222");
  const [entry] = await cli.ask("audit", "list", ...inShop, "--limit", "1");
  expect(entry).toMatchObject({
    objectId: storeId,
    changes: {
      name: { from: "Old", to: "New" },
      "theme.primary": { from: "#111111", to: "#222222" },
    },
  });
  const { stdout } = await cli.run("audit", "list", ...inShop, "--limit", "1");
  expect(stdout).toContain('name: "Old" → "New"; theme.primary: "#111111" → "#222222"');
});

test("a subscription is cancelled at the end of its period, and with --now at once; a repetition changes nothing", async () => {
  const { subscriptionId: id } = await subscriber();
  const cancelled = await cli.ask("subscriptions", "cancel", id, ...inShop);
  expect(cancelled).toMatchObject({
    id,
    status: "active",
    cancelAt: cancelled.currentPeriodEnd,
    endedAt: null,
  });
  const day = cancelled.cancelAt.slice(0, 10);
  expect((await cli.run("subscriptions", "cancel", id, ...inShop)).stdout).toBe(`${id}: ends ${day}.\n`);
  const [, listed] = (await cli.run("subscriptions", "list", ...inShop)).stdout.split(id);
  expect(listed).toMatch(new RegExp(`^ +active +ends ${day} +Club +1.00 eur a month `));
  const audited = async () =>
    (await cli.ask("audit", "list", ...inShop, "--about", id)).map(
      ({ changes }: { changes: object }) => changes,
    );
  expect(await audited()).toEqual([{ at: { to: "periodEnd" } }]);
  const ended = await cli.ask("subscriptions", "cancel", id, ...inShop, "--now");
  expect(ended).toMatchObject({ status: "canceled", endedAt: expect.any(String) });
  expect(await cli.ask("subscriptions", "cancel", id, ...inShop)).toEqual(ended);
  expect(await audited()).toEqual([{ at: { to: "now" } }, { at: { to: "periodEnd" } }]);
  await cli.ask("stores", "create", "--slug", "pier", "--name", "Pier", "--currency", "eur");
  for (const args of [
    [id, "--store", "pier"],
    ["sub_unknown", ...inShop],
  ]) {
    expect(await cli.refusal("subscriptions", "cancel", ...args)).toMatchObject({
      exitCode: 1,
      code: "NOT_FOUND",
    });
  }
});

test("a command that changes nothing leaves no entry", async () => {
  const { id } = await cli.ask("keys", "create", ...inShop);
  const file = await cli.file("same.json", JSON.stringify(sampleProducts));
  const again = [
    ["keys", "revoke", id],
    ["stores", "update", "shop", "--name", "Same"],
    ["products", "import", file, ...inShop],
  ];
  for (const command of again) await cli.ask(...command);
  const before = await cli.ask("audit", "list", ...inShop);
  for (const command of again) await cli.ask(...command);
  expect(await cli.ask("audit", "list", ...inShop)).toEqual(before);
});

test("audit list shows no key, no secret, no URL with a token and no member", async () => {
  cli.type("hunter2");
  await cli.ask("stores", "update", "shop", "--introspection-client-secret", "-");
  const { key } = await cli.ask("keys", "create", ...inShop);
  const { id } = await cli.ask(
    "events",
    "endpoints",
    "add",
    ...inShop,
    "--url",
    "https://a.example/?t=s3cret",
  );
  const { stdout } = await cli.run("audit", "list", ...inShop, "--limit", "1000", "--json");
  expect(stdout).toContain(id);
  expect(stdout).toContain('"introspectionClientSecret":{}');
  for (const secret of ["hunter2", key, "s3cret", "whsec_", '"m1"', "their-session"]) {
    expect(stdout).not.toContain(secret);
  }
});

test("audit list pages through the entries, and filters them", async () => {
  const all = await cli.ask("audit", "list", ...inShop, "--limit", "1000");
  const pages = [];
  for (let after: string[] = []; ; ) {
    const page = await cli.ask("audit", "list", ...inShop, "--limit", "3", ...after);
    if (page.length === 0) break;
    pages.push(...page);
    after = ["--after", page.at(-1).id];
  }
  expect(pages).toEqual(all);
  expect((await cli.run("audit", "list", ...inShop, "--limit", "3")).stderr).toContain(
    `--after ${all[2].id}`,
  );
  const about = (name: string, value: string) => cli.ask("audit", "list", ...inShop, name, value);
  const revoked = await about("--action", "key.revoked");
  expect(revoked.length).toBeGreaterThan(0);
  expect(revoked).toEqual(all.filter(({ action }: { action: string }) => action === "key.revoked"));
  const ofKey = await about("--about", revoked[0].objectId);
  expect(ofKey.map(({ action }: { action: string }) => action)).toEqual(["key.revoked", "key.created"]);
  expect(await about("--by", "nobody")).toEqual([]);
});

test("audit list refuses an unknown store, another store's entry and a wrong limit", async () => {
  expect(await cli.refusal("audit", "list", "--store", "nowhere")).toMatchObject({ code: "NOT_FOUND" });
  const [foreign] = await cli.ask("audit", "list", "--store", "quay");
  expect(await cli.refusal("audit", "list", ...inShop, "--after", foreign.id)).toMatchObject({
    exitCode: 1,
    code: "NOT_FOUND",
  });
  for (const limit of ["0", "1001", "many"]) {
    expect(await cli.refusal("audit", "list", ...inShop, "--limit", limit)).toMatchObject({ exitCode: 2 });
  }
});
