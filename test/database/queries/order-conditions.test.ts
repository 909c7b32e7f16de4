import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "../../../server/database/database.ts";
import { recordPayments } from "../../../server/database/queries/orders/record-payments.ts";
import { recordRefunds } from "../../../server/database/queries/orders/record-refunds.ts";
import { type RefundStatus, statusOf } from "../../../server/domain/order-state.ts";
import type { RefundContent } from "../../../server/domain/refund-content.ts";
import type { PaymentOutcome } from "../../../server/domain/session-state.ts";
import { unresolvedRefunds } from "../../../server/domain/unresolved-refunds.ts";
import { openState, paidOutcome } from "../../helpers/data/sessions.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";

const now = Date.parse("2026-01-15T10:00:00Z");
const outcomes: PaymentOutcome[] = ["pending", "paid", "failed"];
/** Per payment: the amount paid and the amount refunded, undefined if there was never a refund. */
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

interface Sale {
  paymentStatus: PaymentOutcome;
  payments: { amount: number }[];
  refunds?: (number | undefined)[];
}

async function sell(
  database: Database,
  n: number,
  { paymentStatus, payments, refunds = [] }: Sale,
): Promise<void> {
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
      await recordRefunds(db, { paymentId: payment.id, refunded, refunds: [], fetchedAt: now }, now);
    }
  });
}

function sameAsTheRule(newDatabase: () => Promise<TestDatabase>): void {
  let database: Database;
  beforeAll(async () => {
    const testDatabase = await newDatabase();
    database = await openDatabase(testDatabase.url, () => now);
    for (const [n, one] of cases.entries()) await sell(database, n, one);
    return async () => {
      await database.close();
      await testDatabase.drop();
    };
  });

  test.each(statuses)("%s", async (status) => {
    const { orders = [] } = (await database.orders.list({ storeId: "store_1", status })) ?? {};
    const expected = cases.flatMap((one, n) => (statusOf(one) === status ? [`chk_${n}`] : []));
    expect(expected.length).toBeGreaterThan(0);
    expect(orders.map(({ checkoutSessionId }) => checkoutSessionId).sort()).toEqual(expected.sort());
    for (const order of orders) expect(order.status).toBe(status);
  });
}

interface OneRefund {
  status: RefundStatus;
  paymentId?: 1;
  amount?: 50;
  isResolved?: true;
  content?: RefundContent;
}

/** A failed refund of items, and one after it. */
const ofItems = (failed: RefundContent, again: RefundContent, amount?: 50): OneRefund[] => [
  { status: "failed", content: failed },
  { status: "succeeded", content: again, ...(amount && { amount }) },
];
const items = (quantities: Record<string, number>, shipping = 0): RefundContent => ({
  lines: Object.entries(quantities).map(([productId, quantity]) => ({ productId, quantity, amount: 100 })),
  shipping,
});

/** The refunds of an order's two payments, 100 or 50 each, one second apart. */
const refundsOfOrders: OneRefund[][] = [
  [],
  [{ status: "succeeded" }],
  [{ status: "pending" }],
  [{ status: "failed" }],
  [{ status: "failed", isResolved: true }],
  [{ status: "failed" }, { status: "failed", isResolved: true }],
  [{ status: "failed" }, { status: "failed" }],
  [{ status: "failed" }, { status: "succeeded" }],
  [{ status: "failed" }, { status: "pending" }],
  [{ status: "succeeded" }, { status: "failed" }],
  [{ status: "failed" }, { status: "succeeded", amount: 50 }],
  [{ status: "failed", amount: 50 }, { status: "succeeded" }],
  [{ status: "failed" }, { status: "succeeded", paymentId: 1 }],
  [{ status: "failed" }, { status: "failed" }, { status: "succeeded" }],
  ofItems(items({ a: 1 }), items({ b: 1 })),
  ofItems(items({ a: 2 }), items({ a: 1 })),
  ofItems(items({ a: 1 }), items({ b: 1, a: 2 })),
  ofItems(items({ a: 1 }), items({ a: 1 }), 50),
  ofItems(items({}, 100), items({ a: 1 })),
  ofItems(items({ a: 1 }, 10), items({ a: 1 })),
  ofItems(items({}, 100), items({ a: 1 }, 100)),
  [{ status: "failed", content: items({ a: 1 }) }, { status: "succeeded" }],
  [{ status: "failed" }, { status: "succeeded", content: items({ a: 1 }) }],
  [...ofItems(items({ a: 1 }), items({ b: 1 })), { status: "succeeded", content: items({ a: 1 }) }],
];

function sameUnresolvedRefunds(newDatabase: () => Promise<TestDatabase>): void {
  test("those with unresolved failed refunds, and how many", async () => {
    const testDatabase = await newDatabase();
    const database = await openDatabase(testDatabase.url, () => now);
    onTestFinished(async () => {
      await database.close();
      await testDatabase.drop();
    });
    for (const [n, list] of refundsOfOrders.entries()) {
      await sell(database, n, { paymentStatus: "paid", payments: [{ amount: 100 }, { amount: 100 }] });
      const refunds = list.map(({ status, paymentId = 0, amount = 100 }, at) => ({
        ...{ id: `re_${n}_${at}`, paymentId: `pi_${n}_${paymentId}`, amount, currency: "eur", status },
        createdAt: now + at * 1000,
      }));
      for (const own of Map.groupBy(refunds, ({ paymentId }) => paymentId).values()) {
        const paymentId = own[0]?.paymentId ?? "";
        await database.orders.recordRefunds({ paymentId, refunded: 0, refunds: own, fetchedAt: now });
      }
      const resolved = refunds.filter((_, at) => list[at]?.isResolved).map(({ id }) => id);
      await database.providerEvents.accept({ id: `evt_resolved_${n}`, type: "test" }, async (db) => {
        for (const id of resolved)
          await db.updateTable("payment_refunds").set({ resolved_at: now }).where("id", "=", id).execute();
        for (const [at, { id }] of refunds.entries()) {
          const content = list[at]?.content;
          if (!content) continue;
          const named = { content: JSON.stringify(content) };
          await db.updateTable("payment_refunds").set(named).where("id", "=", id).execute();
        }
      });
    }
    const all = await database.orders.listAll("store_1");
    const expected = all.filter(({ refunds }) => unresolvedRefunds(refunds).length > 0);
    expect([all.length, expected.length]).toEqual([refundsOfOrders.length, 10]);
    const { orders = [] } = (await database.orders.list({ storeId: "store_1", refundFailed: true })) ?? {};
    expect(orders.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
    const { failedRefunds } = await database.overview.needsAction("store_1");
    expect(failedRefunds).toBe(expected.flatMap(({ refunds }) => unresolvedRefunds(refunds)).length);
    expect((await database.overview.needsAction("store_2")).failedRefunds).toBe(0);
  });
}

describe("SQL and the rule find the same orders of a status:", () => {
  describe("SQLite", () => sameAsTheRule(emptySqlite));

  withPostgres("PostgreSQL", (server) => sameAsTheRule(() => emptyPostgres(server)));
});

describe("SQL and the rule find the same orders with a failed refund:", () => {
  describe("SQLite", () => sameUnresolvedRefunds(emptySqlite));

  withPostgres("PostgreSQL", (server) => sameUnresolvedRefunds(() => emptyPostgres(server)));
});
