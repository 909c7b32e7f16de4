import { sql } from "kysely";
import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openDatabase, openEngine } from "../../../server/database/database.ts";
import type { Queries } from "../../../server/database/engines/queries.ts";
import { longTimeouts } from "../../helpers/data/filled-database.ts";
import { openForPlans } from "../../helpers/data/query-plans.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";

const dayMs = 24 * 60 * 60 * 1000;
const now = Date.parse("2026-01-15T10:00:00Z");
/** A shop's year. One payment a day was recorded by a version that didn't record its store. Of every hundred orders, some are free, refunded, disputed, pending or still to be sent. */
const ordersADay = 40;
const days = 365;
const waiting = 30;

async function fill(db: Queries): Promise<void> {
  const total = ordersADay * days;
  const n = sql`n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(total)})`;
  const at = sql`${sql.lit(now - days * dayMs)} + cast(i as bigint) * ${sql.lit(dayMs / ordersADay)}`;
  await sql`
    with recursive ${n}
    insert into orders (id, store_id, checkout_session_id, payment_id, payment_status, lines, total, currency, created_at,
      shipping_address, fulfilled_at)
    select 'order_' || i, 'store_1', 'chk_' || i, case when i % 100 = 1 then null else 'pi_' || i end,
      case when i % 1000 = 2 then 'pending' else 'paid' end, '[]', 2400, 'eur', ${at},
      case when i % 2 = 0 then null else '{}' end,
      case when i % 2 = 0 or i > ${sql.lit(total - 2 * waiting)} then null else ${at} end
    from n`.execute(db);
  await sql`
    with recursive ${n}
    insert into order_payments (payment_id, order_id, store_id, amount, currency, paid_at)
    select 'pi_' || i, 'order_' || i, case when i % ${sql.lit(ordersADay)} = 7 then null else 'store_1' end, 2400, 'eur', ${at}
    from n where i % 100 <> 1`.execute(db);
  await sql`
    with recursive ${n}
    insert into refunds (payment_id, refunded, asked_at)
    select 'pi_' || i, 2400, 1 from n where i % 20 = 3`.execute(db);
  await sql`
    with recursive ${n}
    insert into disputes (id, payment_id, status, reason, amount, currency, opened_at, asked_at)
    select 'du_' || i, 'pi_' || i, case when i % 5000 = 5 then 'needs_response' else 'lost' end, 'fraudulent', 2400, 'eur',
      ${at}, 1 from n where i % 500 = 5`.execute(db);
  await sql`analyze`.execute(db);
}

async function openFilled(testDatabase: TestDatabase) {
  const engine = await openEngine(testDatabase.url, longTimeouts);
  await engine.migrate();
  await engine.writeOne(fill);
  const database = await openDatabase(testDatabase.url, () => now);
  onTestFinished(async () => {
    await database.close();
    await engine.close();
    await testDatabase.drop();
  });
  return { engine, database };
}

const read = async ({ overview }: Pick<Awaited<ReturnType<typeof openDatabase>>, "overview">) => ({
  figures: await overview.days({ storeId: "store_1", currency: "eur", days: 30, now }),
  sellers: await overview.bestSellers({
    ...{ storeId: "store_1", currency: "eur", limit: 5 },
    from: now - 30 * dayMs,
  }),
  waiting: await overview.needsAction("store_1"),
});

test("SQLite finds the orders of 30 days, and those that need attention, by an index", async () => {
  const { database, plansOf } = await openForPlans();
  const plans = await plansOf(
    () => read(database),
    (sql) => /^select/.test(sql),
  );
  expect(plans.length).toBeGreaterThanOrEqual(6);
  const all = plans.flatMap(({ details }) => details);
  expect(
    all.filter((detail) => /SCAN (?:orders|order_payments|refunds|disputes|event_deliveries)/.test(detail)),
  ).toEqual([]);
  // By store alone, the index would return all of its orders.
  const ofStore = all.filter((detail) => /orders .*\(store_id=\?\)$/.test(detail));
  expect(ofStore.filter((detail) => !/orders_to_defend|orders_with_failed_refunds/.test(detail))).toEqual([]);
  const figures = all.join();
  expect(figures).toContain("orders_to_send (store_id=? AND <expr>=?)");
  expect(figures).toContain(
    "COVERING INDEX order_payments_of_store (store_id=? AND paid_at>? AND paid_at<?)",
  );
  expect(figures).toContain("COVERING INDEX orders_by_placing_and_id (store_id=? AND <expr>>? AND <expr><?)");
});

describe("the figures", () => {
  test("are right on a full database", async () => {
    const { database } = await openFilled(await emptySqlite());
    const { figures, waiting: needed } = await read(database);
    const paid = figures.slice(1, -1).map(({ amount }) => amount / 2400);
    // Of every hundred orders, one is free.
    expect(new Set(paid)).toEqual(new Set([ordersADay, ordersADay - 1]));
    const counts = new Set(figures.slice(1, -1).map(({ orders }) => orders));
    // Every 25th day has a pending order, which doesn't count.
    expect(counts).toEqual(new Set([ordersADay, ordersADay - 1]));
    expect(needed).toMatchObject({ pendingPayments: 15, disputes: 3 });
  });
});

interface Plan {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Plan[];
}

/** The number of rows read per table. */
function countRows(plan: Plan, counts: Record<string, number>): void {
  const { "Relation Name": table, "Actual Loops": loops } = plan;
  if (table !== undefined) {
    const removed = (plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Index Recheck"] ?? 0);
    counts[table] = (counts[table] ?? 0) + (plan["Actual Rows"] + removed) * loops;
  }
  for (const one of plan.Plans ?? []) countRows(one, counts);
}

withPostgres("PostgreSQL", (server) => {
  test("reads the rows of 30 days, and of the orders that need attention", async () => {
    const testDatabase = await emptyPostgres(server);
    const { database } = await openFilled(testDatabase);
    const query = vi.spyOn(pg.Client.prototype, "query");
    await read(database);
    const statements = query.mock.calls as unknown as [text: string, values: unknown[]][];
    query.mockRestore();
    const client = new pg.Client({ connectionString: testDatabase.url });
    await client.connect();
    const counts: Record<string, number> = {};
    try {
      for (const [text, values] of statements.filter(([text]) => /^select .* from /.test(text))) {
        const { rows } = await client.query(`explain (analyze, format json) ${text}`, values);
        countRows(rows[0]["QUERY PLAN"][0].Plan, counts);
      }
    } finally {
      await client.end();
    }
    const ofThirtyDays = 30 * ordersADay;
    // Each order is read for the count and for the best sellers.
    expect(counts.orders).toBeLessThan(2 * ofThirtyDays + 10 * waiting);
    expect(counts.orders).toBeGreaterThan(ofThirtyDays);
    expect(counts.order_payments).toBeLessThan(ofThirtyDays + 10 * waiting);
  });
});
