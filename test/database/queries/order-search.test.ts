import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabase, openEngine } from "../../../server/database/database.ts";
import { openForPlans } from "../../helpers/data/query-plans.ts";
import { openState, paidOutcome } from "../../helpers/data/sessions.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";

const now = Date.parse("2026-01-15T10:00:00Z");

async function open(testDatabase: TestDatabase) {
  const engine = await openEngine(testDatabase.url);
  await engine.migrate();
  const database = await openDatabase(testDatabase.url, () => now);
  onTestFinished(async () => {
    await database.close();
    await engine.close();
    await testDatabase.drop();
  });
  let sold = 0;

  async function sell(
    storeId: string,
    sku: string | null,
    customerName: string,
    quantity = 1,
  ): Promise<string> {
    const id = `chk_${++sold}`;
    const product = { productId: "prod_1", name: "Poster", options: [], quantity, unitPriceInCents: 100 };
    await database.checkoutSessions.begin({
      ...{ id, storeId, cartId: "cart_1", ...openState, providerId: null, mode: "payment" },
      ...{ lines: [{ ...product, sku }], total: 100, currency: "eur", memberId: null },
      ...{ createdAt: now, expiresAt: now, account: null },
    });
    await database.checkoutSessions.settle(id, { ...paidOutcome(`pi_${sold}`, 100, now), customerName }, now);
    return id;
  }

  const found = async (search: string, storeId = "store_1") =>
    (await database.orders.list({ storeId, search }))?.orders.map((order) => order.checkoutSessionId);

  return { engine, database, sell, found };
}

function suite(newDatabase: () => Promise<TestDatabase>): void {
  test("orders are found by the words of their buyer's name and by SKU, ignoring case and accents", async () => {
    const { sell, found } = await open(await newDatabase());
    const ines = await sell("store_1", "TIDE-27", "Inês Duarte-Łódź");
    const maria = await sell("store_1", "TIDE-2", "Maria O'Neill");
    const other = await sell("store_2", "TIDE-27", "Inês Duarte");
    expect(await found("tide")).toEqual([maria, ines]);
    expect(await found("duarte", "store_2")).toEqual([other]);
    for (const text of [
      "tide-27",
      "27",
      "INES",
      "duarte",
      "LODZ",
      "du  in tide",
      "duarte-lo",
      "1001",
      "#1001",
    ]) {
      expect(await found(text), text).toEqual([ines]);
    }
    expect(await found("o'neill")).toEqual([maria]);
    for (const text of [
      "%",
      "uarte",
      "duarte maria",
      "\u{10ffff}",
      "100",
      "#100",
      "#9999999999",
      "1' or 1=1",
    ]) {
      expect(await found(text), text).toEqual([]);
    }
  });

  test("a tracking number finds its order until it is removed", async () => {
    const { database, sell, found } = await open(await newDatabase());
    const id = await sell("store_1", null, "Ines");
    const [order] = (await database.orders.list({ storeId: "store_1" }))?.orders ?? [];
    const address = { storeId: "store_1", orderId: order?.id ?? "" };
    const tracking = { number: "2001RR PT", carrier: null, url: null };
    await database.orders.fulfil(address, { fulfilled: true, tracking });
    expect([await found("2001rr"), await found("2001")]).toEqual([[id], [id]]);
    await database.orders.fulfil(address, { fulfilled: false });
    expect(await found("2001rr")).toEqual([]);
  });

  test("each parcel's tracking number finds its order, and none of an erased buyer's is kept", async () => {
    const { engine, database, sell, found } = await open(await newDatabase());
    const id = await sell("store_1", null, "Ines", 2);
    const [order] = (await database.orders.list({ storeId: "store_1" }))?.orders ?? [];
    const address = { storeId: "store_1", orderId: order?.id ?? "" };
    const lines = [{ productId: order?.lines[0]?.productId ?? "", quantity: 1 }];
    for (const number of ["RR1PT", "RR2PT"]) {
      await database.orders.ship(address, { lines, tracking: { number, carrier: null, url: null } });
    }
    expect([await found("rr1pt"), await found("rr2pt")]).toEqual([[id], [id]]);
    await database.orderReturns.add(address, { lines, reason: "Ines moved house" });
    await database.buyers.erase("store_1", { email: "ines@reader.example" }, now);
    await database.orders.addSomeTerms();
    expect((await database.orders.find(address))?.returns).toMatchObject([{ reason: null }]);
    expect([await found("rr1pt"), await found("rr2pt")]).toEqual([[], []]);
    expect(await engine.read.selectFrom("parcels").select("tracking").execute()).toEqual([
      { tracking: null },
      { tracking: null },
    ]);
  });

  test("orders of a previous version are found once the sweeper has added their terms", async () => {
    const { engine, database, sell, found } = await open(await newDatabase());
    const id = await sell("store_1", "TIDE-27", "Ines");
    await engine.write(async (db) => {
      await db.deleteFrom("order_terms").execute();
      await db.updateTable("orders").set({ has_terms: null }).execute();
    });
    expect(await found("tide-27")).toEqual([]);
    expect([await database.orders.addSomeTerms(), await database.orders.addSomeTerms()]).toEqual([
      true,
      false,
    ]);
    expect([await found("tide-27"), await found("ines")]).toEqual([[id], [id]]);
  });

  test("an erased buyer's name isn't kept as a term", async () => {
    const { engine, database, sell, found } = await open(await newDatabase());
    const id = await sell("store_1", "TIDE-27", "Ines Duarte");
    await database.buyers.erase("store_1", { email: "ines@reader.example" }, now);
    const terms = async () =>
      (await engine.read.selectFrom("order_terms").select("term").execute()).map((row) => row.term);
    expect(await terms()).toEqual([]);
    await database.orders.addSomeTerms();
    expect((await terms()).sort()).toEqual(["27", "tide", "tide-27"]);
    expect([await found("tide"), await found("duarte")]).toEqual([[id], []]);
  });

  test("a term that many orders have is looked up newest first, with the other terms", async () => {
    const { engine, found } = await open(await newDatabase());
    await engine.writeOne((db) => fill(db, 6000));
    const byBoth = await found("tide last5999");
    expect(byBoth).toEqual(["chk_5999"]);
    expect((await found("tide"))?.slice(0, 2)).toEqual(["chk_6000", "chk_5999"]);
    expect(await found("tide ines")).toHaveLength(100);
  });
}

describe("SQLite:", () => suite(emptySqlite));

withPostgres("PostgreSQL:", (server) => suite(() => emptyPostgres(server)));

test("SQLite searches by an index, and begins with the few orders that have a term", async () => {
  const { database, plansOf } = await openForPlans();
  const search = async () => {
    for (const text of ["tide", "tide 1001", "#1001", "ines@reader.example"]) {
      await database.orders.list({ storeId: "store_1", search: text });
    }
  };
  const plans = await plansOf(search, (one) => /^select/.test(one));
  const all = plans.flatMap(({ details }) => details);
  expect(
    all.filter((detail) => /^SCAN (?:orders|order_terms)|orders .*\(store_id=\?\)$/.test(detail)),
  ).toEqual([]);
  expect(all.join()).toContain("orders_by_email (store_id=? AND <expr>=?)");
  expect(all.join()).toContain("order_terms_by_term (store_id=? AND term>? AND term<?)");
});

type Queries = Parameters<Parameters<Awaited<ReturnType<typeof openEngine>>["writeOne"]>[0]>[0];

/** Orders by Ines Last…, all with the SKU TIDE-27, numbered from 1001. */
async function fill(db: Queries, total: number): Promise<void> {
  const n = sql`n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(total)})`;
  await sql`
    with recursive ${n}
    insert into orders (id, store_id, checkout_session_id, payment_status, lines, total, currency, created_at, number,
      customer_email, customer_name, has_terms)
    select 'order_' || i, 'store_1', 'chk_' || i, 'paid', '[]', 2400, 'eur', i, 1000 + i,
      'last' || i || '@reader.example', 'Ines Last' || i, 1 from n`.execute(db);
  for (const term of [sql`'ines'`, sql`'tide-27'`, sql`'last' || i`]) {
    await sql`
      with recursive ${n}
      insert into order_terms (order_id, store_id, term) select 'order_' || i, 'store_1', ${term} from n`.execute(
      db,
    );
  }
}
