import { expect, test } from "vitest";
import { orderEvents } from "../../../server/domain/events/order-events.ts";

const pending = { paymentStatus: "pending", refunded: 0, fulfilledAt: null } as const;
const paid = { ...pending, paymentStatus: "paid" } as const;

test.each([
  ["nothing", pending, pending, []],
  ["a payment", pending, paid, ["order.paid"]],
  ["a failed payment", pending, { ...pending, paymentStatus: "failed" as const }, ["order.payment_failed"]],
  ["a refund", paid, { ...paid, refunded: 100 }, ["order.refunded"]],
  ["a second refund", { ...paid, refunded: 100 }, { ...paid, refunded: 200 }, ["order.refunded"]],
  ["a refund that failed afterwards", { ...paid, refunded: 100 }, paid, []],
  ["a fulfilment", paid, { ...paid, fulfilledAt: 1 }, ["order.fulfilled"]],
  ["another parcel number", { ...paid, fulfilledAt: 1 }, { ...paid, fulfilledAt: 1 }, []],
  [
    "a payment that was refunded before it was known",
    pending,
    { ...paid, refunded: 1 },
    ["order.paid", "order.refunded"],
  ],
] as const)("%s", (_, before, after, events) => {
  expect(orderEvents(before, after)).toEqual(events);
});
