import { beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "../../../server/database/database.ts";
import { recordPayments } from "../../../server/database/queries/orders/record-payments.ts";
import { recordRefunds } from "../../../server/database/queries/orders/record-refunds.ts";
import { statusOf } from "../../../server/domain/order-state.ts";
import type { PaymentOutcome } from "../../../server/domain/session-state.ts";
import { openState, paidOutcome } from "../../helpers/data/sessions.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";

const now = Date.parse("2026-01-15T10:00:00Z");
const outcomes: PaymentOutcome[] = ["pending", "paid", "failed"];
/** By payment: what was paid, and what of it went back; undefined when nothing was ever refunded. */
const payments: { amount: number; refunded: number | undefined }[][] = [
  [],
  ...[undefined, 0, 1, 99, 100].map((refunded) => [{ amount: 100, refunded }]),
  ...[undefined, 0, 1, 100].flatMap((one) =>
    [undefined, 100].map((other) => [
      { amount: 100, refunded: one },
      { amount: 100, refunded: other },
    ]),
  ),
];
const cases = outcomes.flatMap((paymentStatus) =>
  payments.map((list) => ({
    paymentStatus,
    payments: list.map(({ amount, refunded = 0 }) => ({ amount, refunded })),
    refunds: list.map(({ refunded }) => refunded),
  })),
);
const statuses = ["pending", "paid", "partially_refunded", "refunded", "failed"] as const;

function sameAsTheRule(newDatabase: () => Promise<TestDatabase>): void {
  let database: Database;
  beforeAll(async () => {
    const testDatabase = await newDatabase();
    database = await openDatabase(testDatabase.url, () => now);
    for (const [n, one] of cases.entries()) await sell(n, one);
    return async () => {
      await database.close();
      await testDatabase.drop();
    };
  });

  async function sell(n: number, { paymentStatus, payments, refunds }: (typeof cases)[number]) {
    const id = `chk_${n}`;
    await database.checkoutSessions.begin({
      ...openState,
      id,
      storeId: "store_1",
      cartId: "cart_1",
      providerId: null,
      mode: "payment",
      lines: [],
      total: 100,
      currency: "eur",
      memberId: null,
      createdAt: now,
      expiresAt: now,
      account: null,
    });
    const outcome = {
      ...paidOutcome("", 100, now),
      paymentId: null,
      payments: [],
      paymentOutcome: paymentStatus,
    };
    await database.checkoutSessions.settle(id, outcome, now);
    await database.providerEvents.accept({ id: `evt_${n}`, type: "charge.refunded" }, async (db) => {
      for (const [at, { amount }] of payments.entries()) {
        const payment = { id: `pi_${n}_${at}`, invoiceId: null, amount, currency: "eur", paidAt: now };
        await recordPayments(db, { checkoutSessionId: id, account: null }, [payment], now);
        const refunded = refunds[at];
        if (refunded === undefined) continue;
        await recordRefunds(db, { paymentId: payment.id, refunded, refunds: [], fetchedAt: now });
      }
    });
  }

  test.each(statuses)("%s", async (status) => {
    const { orders = [] } = (await database.orders.list({ storeId: "store_1", status })) ?? {};
    const expected = cases.flatMap((one, n) => (statusOf(one) === status ? [`chk_${n}`] : []));
    expect(expected.length).toBeGreaterThan(0);
    expect(orders.map(({ checkoutSessionId }) => checkoutSessionId).sort()).toEqual(expected.sort());
    for (const order of orders) expect(order.status).toBe(status);
  });
}

describe("the orders of a status are the same in SQL as in the rule:", () => {
  describe("SQLite", () => sameAsTheRule(emptySqlite));

  withPostgres("PostgreSQL", (server) => sameAsTheRule(() => emptyPostgres(server)));
});
