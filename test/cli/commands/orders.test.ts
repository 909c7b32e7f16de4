import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../../server/database/database.ts";
import { recordDispute } from "../../../server/database/queries/orders/record-dispute.ts";
import { recordPayments } from "../../../server/database/queries/orders/record-payments.ts";
import { recordRefunds } from "../../../server/database/queries/orders/record-refunds.ts";
import type { Outcome } from "../../../server/database/queries/sessions/checkout-sessions.ts";
import { openState, paidOutcome, shippingAddress } from "../../helpers/data/sessions.ts";
import { type Cli, openCli } from "../cli-harness.ts";

const now = Date.parse("2026-01-15T10:00:00Z");

let cli: Cli;
let database: Database;
let storeId: string;
beforeAll(async () => {
  cli = await openCli();
  storeId = (await cli.ask("stores", "create", "--slug", "shop", "--name", "S", "--currency", "eur")).id;
  database = await cli.openDatabase();
  return () => database.close();
});
afterAll(() => cli.close());

async function sell(id: string, outcome: Outcome, createdAt: number): Promise<void> {
  await database.checkoutSessions.begin({
    ...openState,
    id,
    storeId,
    cartId: "cart_1",
    providerId: null,
    mode: "payment",
    lines: [{ productId: "prod_1", name: "Tide Poster", quantity: 2, unitPriceInCents: 2400 }],
    total: 4800,
    currency: "eur",
    memberId: null,
    createdAt,
    expiresAt: createdAt + 31 * 60_000,
    account: null,
  });
  await database.checkoutSessions.settle(id, outcome, createdAt);
}

const rowOf = (text: string, at: number) => text.trim().split("\n")[at] ?? "";

test("orders list shows what became of the payment, where the goods go, and what was disputed", async () => {
  expect((await cli.run("orders", "list", "--store", "shop")).stdout).toContain("no orders yet");
  const paid = paidOutcome("pi_1", 4800, now);
  const unpaid: Outcome = { ...paid, paymentStatus: "unpaid", paid: null, payments: [] };
  await sell("chk_1", paid, now);
  await sell("chk_2", { ...unpaid, paymentId: "pi_2", paymentOutcome: "pending" }, now + 1000);
  await sell("chk_3", { ...unpaid, paymentId: "pi_3", paymentOutcome: "failed" }, now + 2000);
  await sell("chk_4", paidOutcome("pi_4", 4000, now + 3000), now + 3000);
  await database.providerEvents.accept({ id: "evt_1", type: "charge.dispute.created" }, async (db) => {
    const refund = { id: "re_1", paymentId: "pi_1", amount: 1000, currency: "eur", createdAt: now + 4000 };
    const refunds = [{ ...refund, status: "succeeded" as const }];
    await recordRefunds(db, { paymentId: "pi_1", refunded: 1000, refunds, fetchedAt: now });
    await recordDispute(db, {
      id: "du_1",
      paymentId: "pi_1",
      account: null,
      status: "needs_response",
      reason: "fraudulent",
      amount: 4800,
      currency: "eur",
      openedAt: now + 5000,
      fetchedAt: now,
    });
    const renewal = { id: "pi_5", invoiceId: "in_5", amount: 4000, currency: "eur", paidAt: now + 9000 };
    await recordPayments(db, { checkoutSessionId: "chk_4", account: null }, [renewal], now);
  });

  const list = await cli.ask("orders", "list", "--store", "shop");
  expect(list.map(({ paymentStatus }: { paymentStatus: string }) => paymentStatus)).toEqual([
    "paid",
    "failed",
    "pending",
    "paid",
  ]);
  expect(list[3]).toEqual({
    id: list[3].id,
    checkoutSessionId: "chk_1",
    cartId: "cart_1",
    status: "partially_refunded",
    paymentId: "pi_1",
    paymentStatus: "paid",
    lines: [{ productId: "prod_1", name: "Tide Poster", quantity: 2, unitPriceInCents: 2400 }],
    total: 4800,
    paid: { amount: 4800, currency: "eur" },
    payments: [
      {
        id: "pi_1",
        invoiceId: null,
        amount: 4800,
        currency: "eur",
        paidAt: "2026-01-15T10:00:00.000Z",
        refunded: 1000,
      },
    ],
    refunded: 1000,
    refunds: [
      {
        id: "re_1",
        paymentId: "pi_1",
        amount: 1000,
        currency: "eur",
        status: "succeeded",
        createdAt: "2026-01-15T10:00:04.000Z",
      },
    ],
    disputes: [
      {
        id: "du_1",
        paymentId: "pi_1",
        status: "needs_response",
        reason: "fraudulent",
        amount: 4800,
        currency: "eur",
        openedAt: "2026-01-15T10:00:05.000Z",
      },
    ],
    currency: "eur",
    memberId: null,
    customerEmail: "ines@reader.example",
    customerName: "Ines Duarte",
    customerPhone: "+351213465400",
    shippingAddress,
    metadata: {},
    fulfilledAt: null,
    tracking: null,
    createdAt: "2026-01-15T10:00:00.000Z",
  });

  const tracking = { carrier: null, number: "RR123456785PT", url: null };
  await database.orders.fulfil({ storeId, orderId: list[0].id }, { fulfilled: true, tracking });
  const { stdout } = await cli.run("orders", "list", "--store", "shop");
  expect(rowOf(stdout, 0)).toMatch(/TOTAL +PAYMENT +REFUNDED +DISPUTED +FULFILLED$/);
  expect(rowOf(stdout, 1)).toMatch(
    /48\.00 eur +paid 40\.00 eur, 1 renewed +\d{4}-\d\d-\d\dT\S+ RR123456785PT$/,
  );
  expect(rowOf(stdout, 2)).toMatch(/48\.00 eur +failed$/);
  expect(rowOf(stdout, 3)).toMatch(/48\.00 eur +pending$/);
  expect(rowOf(stdout, 4)).toMatch(/48\.00 eur +paid +10\.00 eur +needs_response \(fraudulent\)$/);
});
