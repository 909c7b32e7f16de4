import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../server/database/database.ts";
import { orderPages, ordersCsv } from "../../server/merchants/orders/orders-csv.ts";
import { cartWith, orderOf, paymentPage, readSession } from "../helpers/shopping.ts";
import { type Merchant, sampleProducts, startWorld, type World } from "../helpers/world.ts";

const products = sampleProducts.map((one) =>
  one.reference === "poster" ? { ...one, sku: "TIDE-POSTER" } : one,
);

let world: World;
let merchant: Merchant;
let database: Database;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant({}, products);
  ({ database } = world.services);
});
afterAll(() => world.close());

async function exportOf({ store }: Merchant): Promise<string> {
  let text = "";
  for await (const part of ordersCsv(orderPages(database, { storeId: store.id }))) text += part;
  return text;
}

const rowsOf = (csv: string): Record<string, string>[] => parse(csv, { columns: true });

async function buyAs(email: string, name: string) {
  const page = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
  const body = new URLSearchParams({
    ...{
      email,
      outcome: "pay",
      phone: "+353861234567",
      shipping_name: name,
      shipping_line1: "7 Quay Street",
    },
    ...{ shipping_city: "Galway", shipping_postal_code: "H91 Y6P0", shipping_country: "IE" },
  });
  const { headers } = await fetch(page, { method: "POST", redirect: "manual", body });
  const sessionId = new URL(headers.get("location") ?? "").searchParams.get("session_id") ?? "";
  await readSession(merchant, sessionId);
  return orderOf(merchant, sessionId);
}

test("a store without orders gives only the heading", async () => {
  const empty = await exportOf(await world.merchant());
  expect(empty).toMatch(/^order,created,status,currency,total,[^\r\n]*\r\n$/);
});

test("an order is a row under the heading, with amounts as decimals", async () => {
  await world.services.database.shippingRates.add(
    { storeId: merchant.store.id, currency: "eur" },
    { name: "=Express", priceInCents: 1290, days: null, freeFromInCents: null, countries: null },
  );
  const order = await buyAs("ines@reader.example", "Ines Duarte");
  expect(rowsOf(await exportOf(merchant))).toEqual([
    {
      order: order.id,
      number: "1001",
      created: new Date(world.clock.now).toISOString(),
      status: "paid",
      currency: "eur",
      total: "24.00",
      paid: "36.90",
      refunded: "0.00",
      items: "1 × Tide Poster",
      email: "ines@reader.example",
      name: "Ines Duarte",
      // A spreadsheet would compute it.
      phone: "'+353861234567",
      "ship to": "Ines Duarte",
      "line 1": "7 Quay Street",
      "line 2": "",
      city: "Galway",
      state: "",
      "postal code": "H91 Y6P0",
      country: "IE",
      member: "",
      fulfilled: "",
      carrier: "",
      "tracking number": "",
      "failed refunds": "",
      disputes: "",
      subtotal: "24.00",
      discount: "0.00",
      shipping: "12.90",
      tax: "0.00",
      "grand total": "36.90",
      skus: "1 × TIDE-POSTER",
      "shipping rate": "'=Express",
    },
  ]);
});

test("failed refunds and disputes have their amounts and outcomes", async () => {
  const order = await buyAs("ines@reader.example", "Ines Duarte");
  const paymentId = order.payments[0]?.id ?? "";
  const refund = await world.stripe.refund(paymentId, 1200);
  await world.stripe.failRefund(refund.id);
  const { id } = await world.stripe.dispute(paymentId, "product_not_received", { amount: 1000 });
  await world.stripe.changeDispute(id, "lost");
  await world.stripe.dispute(paymentId, "duplicate", { amount: 500 });
  await world.stripe.deliver();
  expect(rowsOf(await exportOf(merchant)).find((one) => one.order === order.id)).toMatchObject({
    refunded: "0.00",
    "failed refunds": "12.00 eur",
    disputes: expect.stringMatching(
      /^(?=.*10\.00 eur lost \(product_not_received\)).*5\.00 eur needs_response/,
    ),
  });
});

test.each(['=HYPERLINK("http://evil.example")', "+1", "-1+1", "@SUM(1)", "＝1+1"])(
  "a buyer called %j is text in a spreadsheet",
  async (name) => {
    const order = await buyAs("mallory@reader.example", name);
    const row = rowsOf(await exportOf(merchant)).find((one) => one.order === order.id);
    expect(row?.["ship to"]).toBe(`'${name}`);
  },
);

test.each([
  ["Ines;=1+1", "Ines;'=1+1"],
  ["Ines; +1", "Ines; '+1"],
  ["Ines\t-1", "Ines\t'-1"],
  ["Ines\t@SUM(1);=2", "Ines\t'@SUM(1);'=2"],
  ['Ines;"=1"', 'Ines;"\'=1"'],
  ["Ines;\t＝1", "Ines;\t'＝1"],
  ["Ines\n=1", "Ines\n'=1"],
  ["a=b+c-d@e; f-g", "a=b+c-d@e; f-g"],
])("tracking %j is text wherever a spreadsheet splits it: %j", async (number, escaped) => {
  const { id } = await buyAs("ines@reader.example", "Ines");
  const tracking = { number, carrier: null, url: null };
  await database.orders.fulfil({ storeId: merchant.store.id, orderId: id }, { fulfilled: true, tracking });
  const row = rowsOf(await exportOf(merchant)).find((one) => one.order === id);
  expect(row?.["tracking number"]).toBe(escaped);
});

test.each(["\tx", "\rx"])("tracking that begins with %j is text in a spreadsheet", async (number) => {
  const { id } = await buyAs("ines@reader.example", 'Ines, the "reader"');
  const tracking = { number, carrier: null, url: null };
  await database.orders.fulfil({ storeId: merchant.store.id, orderId: id }, { fulfilled: true, tracking });
  const row = rowsOf(await exportOf(merchant)).find((one) => one.order === id);
  expect(row).toMatchObject({ "tracking number": `'${number}`, "ship to": 'Ines, the "reader"' });
});

test("more orders than fit on a page are all exported, newest first, and none of another store's", async () => {
  const many = await world.merchant();
  const { store } = many;
  const order = await buyAs("ines@reader.example", "Ines");
  const row = await database.orders.find({ storeId: merchant.store.id, orderId: order.id });
  expect(row).toBeDefined();
  const count = 205;
  for (let n = 0; n < count; n++) {
    const id = `chk_many${n}`;
    await database.checkoutSessions.begin({
      ...{
        id,
        storeId: store.id,
        cartId: "cart_1",
        providerId: null,
        mode: "payment",
        total: 1,
        currency: "eur",
      },
      ...{ status: "open", paymentStatus: "unpaid", paymentOutcome: null, customerEmail: null, url: null },
      ...{ customerName: null, customerPhone: null, shippingAddress: null, metadata: {}, completedAt: null },
      offers: null,
      ...{ amounts: null, shippingRate: null, locale: null },
      ...{ memberId: null, account: null, createdAt: n, expiresAt: world.clock.now },
      lines: [{ productId: "prod_1", name: `No. ${n}`, options: [], quantity: 1, unitPriceInCents: 1 }],
    });
    await database.checkoutSessions.settle(
      id,
      {
        ...{
          status: "complete",
          paymentStatus: "paid",
          paymentOutcome: "paid",
          url: null,
          appliedCodes: [],
          payments: [],
        },
        ...{ customerEmail: null, customerName: null, customerPhone: null, shippingAddress: null },
        ...{ paymentId: null, paid: { amount: 1, currency: "eur" }, amounts: null, completedAt: null },
        shippingChoice: null,
      },
      n,
    );
  }
  const rows = rowsOf(await exportOf(many));
  expect(rows.map(({ items }) => items)).toEqual(
    Array.from({ length: count }, (_, n) => `1 × No. ${count - 1 - n}`),
  );
});
