import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { openEngine } from "../../../server/database/database.ts";
import { isSold } from "../../../server/database/queries/downloads/is-sold.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";

/** More orders than are read at once, many of the same moment; each has its own product. */
const orders = 1201;

function suite(newDatabase: () => Promise<TestDatabase>): void {
  test("a product is sold if any order of its store has it", async () => {
    const testDatabase = await newDatabase();
    const engine = await openEngine(testDatabase.url);
    onTestFinished(async () => {
      await engine.close();
      await testDatabase.drop();
    });
    await engine.migrate();
    await engine.writeOne((db) =>
      sql`
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(orders)})
        insert into orders (id, store_id, checkout_session_id, payment_status, lines, total, currency, created_at)
        select 'order_' || i, 'store_1', 'chk_' || i, 'paid', '[{"productId":"prod_' || i || '"}]', 100, 'eur', i / 700
        from n`.execute(db),
    );
    const sold = (n: number, storeId = "store_1") => isSold(engine, { storeId, productId: `prod_${n}` });
    const asked = [1, 499, 500, 501, 699, 700, 999, 1000, 1001, orders];
    expect(await Promise.all(asked.map((n) => sold(n)))).toEqual(asked.map(() => true));
    expect(await Promise.all([sold(orders + 1), sold(0), sold(1, "store_2")])).toEqual([false, false, false]);
  });
}

describe("SQLite", () => suite(emptySqlite));
withPostgres("PostgreSQL", (server) => suite(() => emptyPostgres(server)));
