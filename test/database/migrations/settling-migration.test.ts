import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase, openEngine } from "../../../server/database/database.ts";
import { migrateToLatest, migrations } from "../../../server/database/migrate.ts";
import { recordRefunds } from "../../../server/database/queries/orders/record-refunds.ts";
import type { Outcome } from "../../../server/database/queries/sessions/checkout-sessions.ts";
import { expiredOutcome, paidOutcome } from "../../helpers/data/sessions.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";

const now = Date.parse("2026-01-15T10:00:00Z");
const lines = '[{"productId":"prod_1","name":"Tide Poster","quantity":1,"unitPriceInCents":2400}]';

/** What the version before payment outcomes writes, which may still run beside this one. */
function beforeOutcomes(store: { write: (statement: ReturnType<typeof sql>) => Promise<unknown> }) {
  return {
    session: (id: string, cartId: string, status: string, paymentStatus: string) =>
      store.write(sql`
        insert into checkout_sessions (id, store_id, cart_id, provider_id, status, payment_status, mode, lines, total,
          currency, created_at, expires_at, completed_at)
        values (${id}, 'store_1', ${cartId}, ${`cs_${id}`}, ${status}, ${paymentStatus}, 'payment', ${lines}, 2400,
          'eur', ${now}, ${now + 1_860_000}, ${now})`),
    order: (id: string, paymentId: string | null) =>
      store.write(sql`
        insert into orders (id, store_id, checkout_session_id, payment_id, lines, total, currency, created_at)
        values (${id}, 'store_1', ${`chk_${id}`}, ${paymentId}, ${lines}, 2400, 'eur', ${now})`),
    cart: (id: string) =>
      store.write(sql`
        insert into carts (id, store_id, currency, lines, expires_at)
        values (${id}, 'store_1', 'eur', '[{"productId":"prod_1","quantity":1}]', ${now + 1_000_000})`),
    store: () =>
      store.write(sql`
        insert into stores (id, slug, name, currency, theme, plan, is_published, payments_configured, created_at)
        values ('store_1', 'quay', 'Quay', 'eur', '{}', 'pro', 1, 1, ${now})`),
  };
}

function suite(newDatabase: () => Promise<TestDatabase>): void {
  let database: Database;
  let old: ReturnType<typeof beforeOutcomes>;
  beforeAll(async () => {
    const testDatabase = await newDatabase();
    const engine = await openEngine(testDatabase.url);
    old = beforeOutcomes({ write: (statement) => engine.writeOne((db) => statement.execute(db)) });
    const known = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0003"));
    await engine.write((db) => migrateToLatest(db, { known }));
    await old.store();
    await old.order("order_1", "pi_1");
    await old.order("order_2", null);
    await old.session("chk_paid", "cart_1", "complete", "paid");
    await old.session("chk_pending", "cart_2", "complete", "unpaid");
    await old.cart("cart_2");
    await engine.migrate();
    database = await openDatabase(testDatabase.url, () => now);
    return async () => {
      await database.close();
      await engine.close();
      await testDatabase.drop();
    };
  });

  const find = (sessionId: string) => database.checkoutSessions.find({ storeId: "store_1", sessionId });
  const orderOf = async (checkoutSessionId: string) =>
    (await database.orders.listAll("store_1")).find((order) => order.checkoutSessionId === checkoutSessionId);
  const pending: Outcome = {
    ...paidOutcome("pi_9", 2400, now),
    paymentStatus: "unpaid",
    paymentOutcome: "pending",
    paid: null,
    payments: [],
  };

  test("existing orders count as paid, and keep their payment if they have one", async () => {
    const payment = { id: "pi_1", invoiceId: null, amount: 2400, currency: "eur", paidAt: now, refunded: 0 };
    expect(await orderOf("chk_order_1")).toMatchObject({ paymentStatus: "paid", payments: [payment] });
    expect(await orderOf("chk_order_2")).toMatchObject({ paymentStatus: "paid", payments: [], paid: null });
    expect(await database.orders.hasPayment("pi_1")).toBe(true);
  });

  test("a paid session is unchanged, and an unpaid one is pending: it creates its order and empties the cart", async () => {
    expect(await find("chk_paid")).toMatchObject({ paymentOutcome: "paid", shippingAddress: null });
    await database.checkoutSessions.settle("chk_paid", expiredOutcome, now);
    expect(await find("chk_paid")).toMatchObject({ status: "complete", paymentOutcome: "paid" });
    expect(await find("chk_pending")).toMatchObject({ status: "complete", paymentOutcome: "pending" });
    expect(await orderOf("chk_pending")).toBeUndefined();
    await database.checkoutSessions.settle("chk_pending", pending, now);
    expect(await orderOf("chk_pending")).toMatchObject({ paymentStatus: "pending" });
    expect((await database.carts.find({ storeId: "store_1", cartId: "cart_2" }))?.lines).toEqual([]);
  });

  describe("while the previous version runs beside this one", () => {
    test("a cart with a slow payment that it recorded isn't opened before the order exists", async () => {
      await old.cart("cart_3");
      await old.session("chk_slow", "cart_3", "complete", "unpaid");
      const slow = await find("chk_slow");
      if (!slow) throw new Error("It is gone.");
      const older = await database.checkoutSessions.begin({
        ...slow,
        ...expiredOutcome,
        id: "chk_new",
        providerId: null,
      });
      expect(older.map(({ id }) => id)).toEqual(["chk_slow"]);
      await database.checkoutSessions.settle("chk_slow", paidOutcome("pi_3", 2400, now), now);
      expect(await orderOf("chk_slow")).toMatchObject({ paymentStatus: "paid", payments: [{ id: "pi_3" }] });
    });

    test("the payment of an order that it created is known, and so are its refunds", async () => {
      await old.order("order_4", "pi_4");
      await database.providerEvents.accept({ id: "evt_4", type: "charge.refunded" }, (db) =>
        recordRefunds(db, { paymentId: "pi_4", refunded: 400, refunds: [], fetchedAt: now }),
      );
      expect(await orderOf("chk_order_4")).toMatchObject({
        refunded: 400,
        payments: [{ id: "pi_4", amount: 2400, refunded: 400 }],
      });
    });
  });
}

describe("SQLite", () => suite(emptySqlite));

withPostgres("PostgreSQL", (server) => suite(() => emptyPostgres(server)));
