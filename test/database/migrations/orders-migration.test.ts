import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase, openEngine } from "../../../server/database/database.ts";
import { migrateToLatest, migrations } from "../../../server/database/migrate.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";

const now = Date.parse("2026-01-15T10:00:00Z");
const lines = '[{"productId":"prod_1","name":"Tide Poster","quantity":1,"unitPriceInCents":2400}]';

function suite(newDatabase: () => Promise<TestDatabase>): void {
  let database: Database;
  /** What the previous version writes, which may still run beside this one. */
  let sellBefore: (n: number, options?: { isSessionKept?: boolean }) => Promise<void>;
  beforeAll(async () => {
    const testDatabase = await newDatabase();
    const engine = await openEngine(testDatabase.url);
    sellBefore = (n, { isSessionKept = true } = {}) =>
      engine.write(async (db) => {
        if (isSessionKept) {
          await sql`
            insert into checkout_sessions (id, store_id, cart_id, provider_id, status, payment_status, payment_outcome,
              mode, lines, total, currency, created_at, expires_at, completed_at)
            values (${`chk_${n}`}, 'store_1', ${`cart_${n}`}, ${`cs_${n}`}, 'complete', 'paid', 'paid', 'payment',
              ${lines}, 2400, 'eur', ${now}, ${now}, ${now})`.execute(db);
        }
        await sql`
          insert into orders (id, store_id, checkout_session_id, payment_id, payment_status, lines, total, currency, created_at)
          values (${`order_${n}`}, 'store_1', ${`chk_${n}`}, ${`pi_${n}`}, 'paid', ${lines}, 2400, 'eur', ${now + n})
        `.execute(db);
        await sql`
          insert into order_payments (payment_id, order_id, amount, currency, paid_at)
          values (${`pi_${n}`}, ${`order_${n}`}, 2400, 'eur', ${now})`.execute(db);
        await sql`
          insert into refunds (payment_id, refunded, asked_at) values (${`pi_${n}`}, 400, ${now})`.execute(
          db,
        );
      });
    const known = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0010"));
    await engine.write((db) => migrateToLatest(db, { known }));
    await sellBefore(1);
    await sellBefore(2, { isSessionKept: false });
    await engine.migrate();
    database = await openDatabase(testDatabase.url, () => now);
    return async () => {
      await database.close();
      await engine.close();
      await testDatabase.drop();
    };
  });

  const find = (n: number) => database.orders.find({ storeId: "store_1", orderId: `order_${n}` });

  test("an order gets the cart of its session if that is still known", async () => {
    expect(await find(1)).toMatchObject({ cartId: "cart_1" });
    expect(await find(2)).toMatchObject({ cartId: null });
  });

  test("an order whose refunds are known only as a sum has its status, and no list of refunds", async () => {
    const { orders = [] } =
      (await database.orders.list({ storeId: "store_1", status: "partially_refunded" })) ?? {};
    expect(orders).toMatchObject([
      { id: "order_2", refunded: 400, refunds: [] },
      { id: "order_1", refunded: 400, refunds: [] },
    ]);
  });

  test("an order created by the previous version beside this one can be listed, read and fulfilled", async () => {
    await sellBefore(3);
    expect(await find(3)).toMatchObject({ cartId: null, metadata: {}, fulfilledAt: null, tracking: null });
    const address = { storeId: "store_1", orderId: "order_3" };
    expect(await database.orders.fulfil(address, { fulfilled: true })).toMatchObject({ fulfilledAt: now });
  });

  test("an order without a provider time has the time at which it was recorded", async () => {
    await sellBefore(4);
    expect(await find(4)).toMatchObject({ createdAt: now + 4 });
    const { orders = [] } = (await database.orders.list({ storeId: "store_1", from: now + 4 })) ?? {};
    expect(orders.map(({ id }) => id)).toEqual(["order_4"]);
    const days = await database.overview.days({ storeId: "store_1", currency: "eur", days: 1, now });
    expect(days).toMatchObject([{ orders: 4 }]);
  });
}

describe("SQLite", () => suite(emptySqlite));

withPostgres("PostgreSQL", (server) => suite(() => emptyPostgres(server)));
