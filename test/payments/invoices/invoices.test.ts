import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buy, cartWith, pay, paymentPage, readSession } from "../../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const createdSession = () =>
  world.stripe
    .requests()
    .findLast(({ method, path }) => method === "POST" && path === "/v1/checkout/sessions")?.form;

const linksOf = (merchant: Merchant, order: { id: string; payments: { id: string }[] }, at = 0) =>
  world.services.readInvoice({
    ...{ storeId: merchant.store.id, orderId: order.id, paymentId: order.payments[at]?.id ?? "" },
  });

describe("a single payment", () => {
  test("has no invoice and asks for no tax id by default", async () => {
    const merchant = await world.merchant();
    const order = await buy(merchant, { font: 1 });
    expect(createdSession()).toMatchObject({ tax_id_collection: { enabled: "false" } });
    expect(createdSession()).not.toHaveProperty("invoice_creation");
    expect(await linksOf(merchant, order)).toBeUndefined();
  });

  test("has an invoice if the store says so, for which the order is recorded once", async () => {
    const merchant = await world.merchant({ createsInvoices: true });
    const order = await buy(merchant, { poster: 2 });
    await world.stripe.deliver();
    await world.stripe.deliver({ times: 2 });
    const links = await linksOf(merchant, order);
    expect(links).toMatchObject({
      number: expect.stringMatching(/-0001$/),
      url: expect.stringContaining("/invoices/in_"),
      pdfUrl: expect.stringMatching(/\/invoices\/in_\w+\/pdf$/),
    });
    expect(await (await fetch(links?.url ?? "")).text()).toContain("2 × Tide Poster".replace("2 × ", ""));
    const { orders } = world.services.database;
    expect(await orders.listAll(merchant.store.id)).toMatchObject([
      { paymentStatus: "paid", payments: [{ amount: 4800, invoiceId: null }] },
    ]);
  });

  test("that is refunded before its order is known still finds it", async () => {
    const merchant = await world.merchant({ createsInvoices: true });
    const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, { font: 1 })));
    await world.stripe.refund(sessionId, 100);
    await world.stripe.deliver({ order: "reverse" });
    const { orders } = world.services.database;
    expect(await orders.listAll(merchant.store.id)).toMatchObject([{ refunded: 100 }]);
  });

  test("of another store has no invoice here", async () => {
    const merchant = await world.merchant({ createsInvoices: true });
    const order = await buy(merchant, { font: 1 });
    expect(await linksOf(await world.merchant({ createsInvoices: true }), order)).toBeUndefined();
    expect(await linksOf(merchant, { ...order, payments: [] })).toBeUndefined();
  });
});

test("every payment of a subscription has an invoice, whatever the store says", async () => {
  const merchant = await world.merchant();
  const order = await buy(merchant, { monthly: 1 });
  await world.stripe.deliver();
  world.clock.now += 32 * 86_400_000;
  await world.stripe.advance(0);
  await world.stripe.deliver();
  const [renewed] = await world.services.database.orders.listAll(merchant.store.id);
  if (!renewed) throw new Error("There is no order.");
  expect(await linksOf(merchant, order)).toMatchObject({ number: expect.stringMatching(/-0001$/) });
  expect(await linksOf(merchant, renewed, 1)).toMatchObject({ number: expect.stringMatching(/-0002$/) });
});

describe("a tax id", () => {
  test("is requested if the store says so, of members too", async () => {
    const merchant = await world.merchant({ collectsTaxIds: true });
    const url = await paymentPage(merchant, await cartWith(merchant, { font: 1 }));
    expect(await (await fetch(url)).text()).toContain('name="tax_id"');
    expect(createdSession()).not.toHaveProperty("customer_update");
    const memberSessionId = "session-of-a-business";
    await world.services.database.memberSessions.register({
      ...{ storeId: merchant.store.id, memberId: "business", memberSessionId, expiresInSeconds: 3600 },
    });
    const member = await paymentPage(merchant, await cartWith(merchant, { monthly: 1 }), memberSessionId);
    expect(createdSession()).toMatchObject({ customer_update: { name: "auto" } });
    await readSession(merchant, await pay(member));
  });
});
