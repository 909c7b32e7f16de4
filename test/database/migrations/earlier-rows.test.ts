import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase, openEngine } from "../../../server/database/database.ts";
import { recordRefunds } from "../../../server/database/queries/orders/record-refunds.ts";
import { expiredOutcome, paidOutcome } from "../../helpers/data/sessions.ts";
import { createStepwiseTables } from "../../helpers/data/stepwise-tables.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";

const now = Date.parse("2026-01-15T10:00:00Z");
const lines = '[{"productId":"prod_1","name":"Tide Poster","quantity":1,"unitPriceInCents":2400}]';

/** What earlier versions wrote, which had none of the later columns and tables. */
function earlierVersion(write: (statement: ReturnType<typeof sql>) => Promise<unknown>) {
  return {
    store: () =>
      write(sql`
        insert into stores (id, slug, name, currency, theme, plan, is_published, payments_configured, created_at)
        values ('store_1', 'quay', 'Quay', 'eur', '{}', 'pro', 1, 1, ${now})`),
    product: (n: number) =>
      write(sql`
        insert into products (id, store_id, reference, position, name, price_in_cents, currency, type, is_active, image_url)
        values (${`prod_${n}`}, 'store_1', ${`reference-${n}`}, ${n}, ${`Straße ${n}`}, 100, 'eur', 'physical', 1,
          'https://a.example/1.jpg')`),
    cart: (id: string) =>
      write(sql`
        insert into carts (id, store_id, currency, lines, expires_at)
        values (${id}, 'store_1', 'eur', '[{"productId":"prod_1","quantity":1}]', ${now + 1_000_000})`),
    session: (id: string, cartId: string, paymentStatus: string) =>
      write(sql`
        insert into checkout_sessions (id, store_id, cart_id, provider_id, status, payment_status, mode, lines, total,
          currency, created_at, expires_at, completed_at)
        values (${id}, 'store_1', ${cartId}, ${`cs_${id}`}, 'complete', ${paymentStatus}, 'payment', ${lines}, 2400,
          'eur', ${now}, ${now + 1_860_000}, ${now})`),
    order: (n: number) =>
      write(sql`
        insert into orders (id, store_id, checkout_session_id, payment_id, lines, total, currency, created_at)
        values (${`order_${n}`}, 'store_1', ${`chk_${n}`}, ${`pi_${n}`}, ${lines}, 2400, 'eur', ${now + n})`),
    payment: (n: number) =>
      write(sql`
        insert into order_payments (payment_id, order_id, amount, currency, paid_at)
        values (${`pi_${n}`}, ${`order_${n}`}, 2400, 'eur', ${now})`),
    refund: (n: number) => write(sql`insert into refunds (payment_id, refunded) values (${`pi_${n}`}, 400)`),
    subscription: () =>
      write(sql`
        insert into subscriptions (id, store_id, customer_id, member_id, status)
        values ('sub_1', 'store_1', 'cus_1', 'ines', 'active')`),
  };
}

function suite(newDatabase: () => Promise<TestDatabase>): void {
  let database: Database;
  let earlier: ReturnType<typeof earlierVersion>;
  beforeAll(async () => {
    const { url, drop } = await newDatabase();
    await createStepwiseTables(url);
    const engine = await openEngine(url);
    earlier = earlierVersion((statement) => engine.writeOne((db) => statement.execute(db)));
    await earlier.store();
    for (const n of [1, 2]) await earlier.product(n);
    for (const n of [1, 2]) {
      await earlier.order(n);
      await earlier.payment(n);
      await earlier.refund(n);
    }
    await earlier.subscription();
    database = await openDatabase(url, () => now);
    return async () => {
      await database.close();
      await engine.close();
      await drop();
    };
  });

  const findOrder = (n: number) => database.orders.find({ storeId: "store_1", orderId: `order_${n}` });
  const findSession = (sessionId: string) =>
    database.checkoutSessions.find({ storeId: "store_1", sessionId });

  test("an order has its status, and no list of refunds where only their sum is known", async () => {
    const page = await database.orders.list({ storeId: "store_1", status: "partially_refunded" });
    const refunded = {
      refunded: 400,
      refunds: [],
      cartId: null,
      metadata: {},
      fulfilledAt: null,
      tracking: null,
    };
    expect(page?.orders).toMatchObject([
      { id: "order_2", ...refunded },
      { id: "order_1", ...refunded },
    ]);
  });

  test("an order without a provider time has the time at which it was recorded", async () => {
    expect(await findOrder(2)).toMatchObject({ createdAt: now + 2 });
    const page = await database.orders.list({ storeId: "store_1", from: now + 2, to: now + 3 });
    expect(page?.orders.map(({ id }) => id)).toEqual(["order_2"]);
  });

  test("an order can be fulfilled", async () => {
    await earlier.order(3);
    const address = { storeId: "store_1", orderId: "order_3" };
    expect(await database.orders.fulfil(address, { fulfilled: true })).toMatchObject({ fulfilledAt: now });
  });

  test("the payment of an order is known without its row, and so are its refunds", async () => {
    await earlier.order(4);
    await database.providerEvents.accept({ id: "evt_4", type: "charge.refunded" }, (db) =>
      recordRefunds(db, { paymentId: "pi_4", refunded: 400, refunds: [], fetchedAt: now }, now),
    );
    expect(await findOrder(4)).toMatchObject({
      refunded: 400,
      payments: [{ id: "pi_4", amount: 2400, refunded: 400 }],
    });
  });

  test("a cart with a slow payment isn't opened before the order exists", async () => {
    await earlier.cart("cart_5");
    await earlier.session("chk_slow", "cart_5", "unpaid");
    expect(await findSession("chk_slow")).toMatchObject({ paymentOutcome: "pending", shippingAddress: null });
    const slow = await findSession("chk_slow");
    if (!slow) throw new Error("It is gone.");
    const begun = { ...slow, ...expiredOutcome, id: "chk_new", providerId: null };
    const open = await database.checkoutSessions.begin(begun);
    expect(open.map(({ id }) => id)).toEqual(["chk_slow"]);
    await database.checkoutSessions.settle("chk_slow", paidOutcome("pi_5", 2400, now), now);
    const orders = await database.orders.listAll("store_1");
    expect(orders.find(({ checkoutSessionId }) => checkoutSessionId === "chk_slow")).toMatchObject({
      paymentStatus: "paid",
      payments: [{ id: "pi_5" }],
    });
    expect((await database.carts.find({ storeId: "store_1", cartId: "cart_5" }))?.lines).toEqual([]);
  });

  test("products are listed with their image, and found once they are imported again", async () => {
    const find = async (request: object) =>
      (await database.productPages.read({ storeId: "store_1", limit: 100, ...request }))?.products.map(
        ({ _id }) => _id,
      );
    expect(await find({})).toEqual(["prod_1", "prod_2"]);
    expect(await find({ q: "strasse 2" })).toEqual([]);
    const all = await database.products.listAll("store_1");
    await database.products.import("store_1", all);
    expect(await find({ q: "strasse 2" })).toEqual(["prod_2"]);
    expect(await database.products.find({ storeId: "store_1", productId: "prod_2" })).toMatchObject({
      slug: null,
      group: null,
      options: [],
      images: [{ url: "https://a.example/1.jpg", alt: null }],
    });
  });

  test("a store allows repeated subscriptions, as before, and a new one doesn't", async () => {
    expect(await database.stores.findBySlug("quay")).toMatchObject({ allowsRepeatSubscriptions: true });
    const created = await database.stores.create({ slug: "new", name: "New", currency: "eur" });
    expect(created).toMatchObject({ allowsRepeatSubscriptions: false });
    const changed = await database.stores.update("quay", { name: "Quay" });
    expect(changed).toMatchObject({ allowsRepeatSubscriptions: true });
  });

  test("a subscription is listed after newer ones, without a time", async () => {
    const subscription = { storeId: "store_1", account: null, customerId: "cus_1", memberId: null };
    const newer = { ...subscription, status: "active", id: "sub_new", fetchedAt: now, createdAt: now };
    await database.subscriptions.save(newer);
    const page = await database.subscriptions.page({ storeId: "store_1" });
    expect(page?.subscriptions).toMatchObject([
      { id: "sub_new", createdAt: now },
      { id: "sub_1", createdAt: null },
    ]);
    const rest = await database.subscriptions.page({ storeId: "store_1", after: "sub_new" });
    expect(rest?.subscriptions.map(({ id }) => id)).toEqual(["sub_1"]);
  });
}

describe("rows of earlier versions on SQLite:", () => suite(emptySqlite));

withPostgres("rows of earlier versions on PostgreSQL:", (server) => suite(() => emptyPostgres(server)));
