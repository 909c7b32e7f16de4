import { expect, test } from "vitest";
import { orderEvents } from "../../../server/domain/events/order-events.ts";

type Order = Parameters<typeof orderEvents>[1];

const pending: Order = {
  paymentStatus: "pending",
  refunded: 0,
  refunds: [],
  disputes: [],
  parcels: [],
  returns: [],
  fulfilledAt: null,
};
const paid: Order = { ...pending, paymentStatus: "paid" };

/** An order with these refunds of 100 each. */
const withRefunds = (...statuses: Order["refunds"][number]["status"][]): Order => ({
  ...paid,
  refunded: statuses.filter((status) => status !== "failed").length * 100,
  refunds: statuses.map((status, n) => ({ id: `re_${n}`, status, amount: 100 })),
});
const withDisputes = (...statuses: Order["disputes"][number]["status"][]): Order => ({
  ...paid,
  disputes: statuses.map((status, n) => ({ id: `du_${n}`, status })),
});

test.each([
  ["nothing", pending, pending, []],
  ["a purchase whose payment takes days", undefined, pending, ["order.placed"]],
  ["a purchase that is paid at once", undefined, paid, ["order.placed", "order.paid"]],
  ["a payment", pending, paid, ["order.paid"]],
  ["a failed payment", pending, { ...pending, paymentStatus: "failed" }, ["order.payment_failed"]],
  ["a refund", paid, withRefunds("succeeded"), ["order.refunded"]],
  ["a refund by a version that recorded only sums", paid, { ...paid, refunded: 100 }, ["order.refunded"]],
  ["a refund that is on its way", paid, withRefunds("pending"), ["order.refunded"]],
  ["a refund that has arrived", withRefunds("pending"), withRefunds("succeeded"), []],
  ["a second refund", withRefunds("succeeded"), withRefunds("succeeded", "succeeded"), ["order.refunded"]],
  ["a refund that failed later", withRefunds("succeeded"), withRefunds("failed"), ["order.refund_failed"]],
  ["a refund that failed before it was known", paid, withRefunds("failed"), ["order.refund_failed"]],
  ["a refund that failed long ago", withRefunds("failed"), withRefunds("failed"), []],
  [
    "a refund that failed, and another one instead",
    withRefunds("succeeded"),
    withRefunds("failed", "succeeded"),
    ["order.refunded", "order.refund_failed"],
  ],
  [
    "two refunds that failed",
    withRefunds("pending", "succeeded"),
    withRefunds("failed", "failed"),
    ["order.refund_failed", "order.refund_failed"],
  ],
  ["a dispute", paid, withDisputes("needs_response"), ["order.disputed"]],
  ["an inquiry", paid, withDisputes("warning_needs_response"), ["order.disputed"]],
  ["an answer to a dispute", withDisputes("needs_response"), withDisputes("under_review"), []],
  ["a dispute that was won", withDisputes("under_review"), withDisputes("won"), ["order.dispute_closed"]],
  [
    "a closed inquiry",
    withDisputes("needs_response"),
    withDisputes("warning_closed"),
    ["order.dispute_closed"],
  ],
  [
    "a dispute that was lost before it was known",
    paid,
    withDisputes("lost"),
    ["order.disputed", "order.dispute_closed"],
  ],
  ["a dispute that was lost long ago", withDisputes("lost"), withDisputes("lost"), []],
  ["an appeal", withDisputes("lost"), withDisputes("appeal_under_review"), []],
  ["a bank that changed its mind", withDisputes("lost"), withDisputes("won"), ["order.dispute_closed"]],
  [
    "a second dispute, beside one that is closed",
    withDisputes("lost"),
    withDisputes("lost", "needs_response"),
    ["order.disputed"],
  ],
  ["a fulfilment", paid, { ...paid, fulfilledAt: 1 }, ["order.fulfilled"]],
  ["another tracking number", { ...paid, fulfilledAt: 1 }, { ...paid, fulfilledAt: 1 }, []],
  [
    "a payment that was refunded and disputed before it was known",
    pending,
    { ...withRefunds("succeeded"), disputes: withDisputes("needs_response").disputes },
    ["order.paid", "order.refunded", "order.disputed"],
  ],
] satisfies [string, Order | undefined, Order, string[]][])("%s", (_, before, after, events) => {
  expect(orderEvents(before, after)).toEqual(events);
});
