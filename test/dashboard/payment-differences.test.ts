import { afterAll, beforeAll, expect, test } from "vitest";
import { differenceText } from "../../server/dashboard/pages/orders/payment-differences.ts";
import { onPaymentPage } from "../helpers/pay-page.ts";
import { buy, cartWith, orderOf, paymentPage, readSession } from "../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";
import { hiddenFields, signedIn } from "./dashboard-visitor.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const by = { kind: "command_line", id: "ada" } as const;

async function atProvider(account: string, path: string, fields: Record<string, string>) {
  const headers = { Authorization: "Bearer sk_test_world", "Stripe-Account": account };
  const init = { method: "POST", headers, body: new URLSearchParams(fields) };
  return (await (await fetch(`${world.standInUrl}/v1/${path}`, init)).json()) as { id: string };
}

/** A font for 49.00 EUR, with 10 % off by a code that was created in the provider's dashboard. */
async function buyWithForeignCode(merchant: Merchant) {
  const account = merchant.store.stripeAccount ?? "";
  const terms = { percentOff: 5, amountOffInCents: null, currency: "eur", minimumInCents: null } as const;
  const own = { ...terms, code: "OWN", maxRedemptions: null, expiresAt: null };
  await world.services.promotionCodes.create(merchant.store, own, { token: "token-own", by });
  const { id } = await atProvider(account, "coupons", { percent_off: "10", duration: "once" });
  const code = { "promotion[type]": "coupon", "promotion[coupon]": id, code: "FOREIGN" };
  await atProvider(account, "promotion_codes", code);
  const url = await paymentPage(merchant, await cartWith(merchant, { font: 1 }));
  const body = new URLSearchParams({ outcome: "apply_code", promotion_code: "FOREIGN" });
  await fetch(url, { method: "POST", body });
  await onPaymentPage(url);
  return (await readSession(merchant, url.slice(url.lastIndexOf("/") + 1))).id;
}

test("a checkout's difference needs attention on its store's pages only, until it is resolved", async () => {
  const merchant = await world.merchant({ stripeAccount: "acct_one" });
  const other = await world.merchant({ stripeAccount: "acct_two" });
  const storeId = merchant.store.id;
  const [staff, reader, stranger] = [
    await signedIn(world, { storeId, role: "staff", email: "staff@example.com" }),
    await signedIn(world, { storeId, role: "read_only", email: "reader@example.com" }),
    await signedIn(world, { storeId: other.store.id, role: "owner", email: "other@example.com" }),
  ];
  const [home, others] = [merchant, other].map(({ store }) => `/dashboard/stores/${store.slug}`);
  const sessionId = await buyWithForeignCode(merchant);
  await world.stripe.deliver({ times: 2 });
  await buy(merchant, { font: 1 });
  const order = await orderOf(merchant, sessionId);

  const overview = (await reader.get(home ?? "")).text;
  const link = /href="([^"]+)"><strong>1<\/strong> payment differs from the offer/.exec(overview)?.[1];
  expect(link).toBe(`${home}/orders?show=payment_differs`);
  expect((await reader.get(link ?? "")).text.match(/(?<=orders\/)order_\w+/g)).toEqual([order.id]);
  expect((await stranger.get(others ?? "")).text).toContain("Nothing needs attention.");

  const page = `${home}/orders/${order.id}`;
  const resolved = `${page}/differences/${sessionId}/resolved`;
  const seen = (await reader.get(page)).text;
  for (const part of ["A discount of €4.90 was applied", "Stripe dashboard", "refund the payment"]) {
    expect(seen).toContain(part);
  }
  expect(seen).not.toContain("Mark as resolved");
  const form_token = hiddenFields((await staff.get(page)).text, resolved).form_token ?? "";
  expect((await staff.post(`${page}/differences/chk_unknown/resolved`, { form_token })).status).toBe(404);
  const foreign = { storeId: other.store.id, orderId: order.id };
  const { paymentDifferences } = world.services.database;
  expect(await paymentDifferences.ofOrder(foreign)).toEqual([]);
  expect(await paymentDifferences.resolve({ ...foreign, id: sessionId }, by)).toBe(false);

  expect((await staff.submit(page, resolved)).location).toBe(page);
  expect((await staff.get(page)).text).not.toContain("A discount of €4.90");
  expect((await staff.get(home ?? "")).text).toContain("Nothing needs attention.");
  await world.stripe.deliver();
  await world.sweep();
  expect((await staff.get(home ?? "")).text).toContain("Nothing needs attention.");
  const trail = await world.services.database.auditTrail.list({ storeId, limit: 100 });
  const actions = trail?.entries.map(({ action }) => action);
  expect(actions?.filter((one) => one === "order.payment_difference_resolved")).toHaveLength(1);
});

test("a renewal's difference names the invoice and both prices", async () => {
  const merchant = await world.merchant();
  const { id: storeId, slug } = merchant.store;
  const order = await buy(merchant, { monthly: 1 });
  await world.stripe.deliver();
  const [subscription] = await world.services.database.subscriptions.list(storeId);
  await world.stripe.setPrice(subscription?.id ?? "", 2000);
  world.clock.now += 32 * 86_400_000;
  await world.stripe.advance(0);
  await world.stripe.deliver({ times: 2 });
  const visitor = await signedIn(world, { storeId, role: "staff", email: "club@example.com" });
  const { text } = await visitor.get(`/dashboard/stores/${slug}/orders/${order.id}`);
  expect(text.match(/The renewal’s items cost €20\.00 instead of €9\.00\./g)).toHaveLength(1);
  expect(text).toMatch(/Renewal, invoice <code>in_/);
  expect(await world.services.database.overview.needsAction(storeId)).toMatchObject({
    paymentDifferences: 1,
  });
});

test.each([
  ["currency", 4800, "usd", "The customer paid $48.00 instead of €48.00."],
  ["amount", 4800, "eur", "The customer paid €48.00 instead of €48.00."],
  ["subtotal", 4800, "eur", "The items cost €48.00 instead of €48.00."],
  ["total", 4800, "eur", "The total was €48.00 instead of €48.00, the sum of its parts."],
  ["shipping", null, "eur", "Shipping cost €48.00, which isn’t one of the rates that the checkout offered."],
] as const)("a difference in %s is a sentence", (part, expected, currency, sentence) => {
  const found = { part, expected, expectedCurrency: "eur", charged: 4800, currency, isRenewal: false };
  expect(differenceText(found)).toBe(sentence);
});
