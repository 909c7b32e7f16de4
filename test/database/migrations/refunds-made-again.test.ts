import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { openEngine } from "../../../server/database/database.ts";
import { appliedMigrations, migrations } from "../../../server/database/migrate.ts";
import { markOf } from "../../../server/database/transfer/move-marks.ts";
import { duringTransaction } from "../../helpers/data/during-transaction.ts";
import { addFailedRefund, fullRefund, orderStates } from "../../helpers/data/failed-refund.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";

const { "0070-refunds-made-again": _, ...before } = migrations;
const items = (productId: string) =>
  `{"lines":[{"productId":"${productId}","quantity":1,"amount":100}],"shipping":0}`;

function suite(newDatabase: () => Promise<TestDatabase>): void {
  test("a failed refund that a refund of other items had hidden counts after the upgrade", async () => {
    const { url, drop } = await newDatabase();
    const engine = await openEngine(url);
    onTestFinished(async () => {
      await engine.close();
      await drop();
    });
    await engine.migrate({ known: before });
    for (const again of ["cup", "jug"]) {
      const [order, payment] = [`order_${again}`, `pi_${again}`];
      await engine.writeOne(async (db) => {
        await sql`
          insert into orders (id, store_id, checkout_session_id, lines, total, currency, created_at, payment_status)
          values (${order}, 'store_1', ${`chk_${again}`}, '[]', 200, 'eur', 1, 'paid')`.execute(db);
        await sql`
          insert into order_payments (payment_id, order_id, amount, currency, paid_at)
          values (${payment}, ${order}, 200, 'eur', 1)`.execute(db);
        for (const [n, [status, productId]] of [
          ["failed", "cup"] as const,
          ["succeeded", again] as const,
        ].entries()) {
          await sql`
            insert into payment_refunds (id, payment_id, amount, currency, status, created_at, content)
            values (${`re_${again}_${n}`}, ${payment}, 100, 'eur', ${status}, ${n}, ${items(productId)})`.execute(
            db,
          );
        }
      });
    }
    const failed = async () => {
      const orders = await engine.read
        .selectFrom("orders")
        .select(["id", "failed_refunds"])
        .orderBy("id")
        .execute();
      return orders.map((order) => Number(order.failed_refunds));
    };
    expect(await failed()).toEqual([0, 0]);
    expect(await engine.migrate()).toEqual(["0070-refunds-made-again"]);
    expect(await failed()).toEqual([0, 1]);
  });

  test("the upgrade changes nothing while a store is being moved, whose rows can't be changed", async () => {
    const { url, drop } = await newDatabase();
    const engine = await openEngine(url);
    onTestFinished(async () => {
      await engine.close();
      await drop();
    });
    await engine.migrate({ known: before });
    const applied = Object.keys(before);
    const name = markOf("store_1", "moving");
    await engine.writeOne((db) => db.insertInto("leases").values({ name, held_until: 1 }).execute());
    await expect(engine.migrate()).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("being moved"),
    });
    expect(await appliedMigrations(engine.read)).toEqual(applied);
    await engine.writeOne((db) => db.deleteFrom("leases").where("name", "=", name).execute());
    expect(await engine.migrate()).toEqual(["0070-refunds-made-again"]);
  });
}

describe("SQLite", () => suite(emptySqlite));

withPostgres("PostgreSQL", (server) => {
  suite(() => emptyPostgres(server));

  test("the upgrade waits for a refund that is being recorded, and counts it", async () => {
    const { url, drop } = await emptyPostgres(server);
    const engine = await openEngine(url);
    onTestFinished(async () => {
      await engine.close();
      await drop();
    });
    await engine.migrate({ known: before });
    const order = { storeId: "store_1", orderId: "order_1", paymentId: "pi_1" };
    await engine.writeOne((db) => addFailedRefund(db, { ...order, refundId: "re_1" }, items("cup")));
    await duringTransaction(url, fullRefund(order), () => engine.migrate());
    expect(await orderStates(engine.read, "order_1")).toEqual({ refund_state: "full", failed_refunds: null });
  });
});
