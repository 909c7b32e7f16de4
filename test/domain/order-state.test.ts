import { describe, expect, test } from "vitest";
import { fulfilmentAfter, type OrderStatus, statusOf } from "../../server/domain/order-state.ts";

const tracking = { carrier: "CTT", number: "RR1", url: null };
const open = { fulfilledAt: null, tracking: null };
const sent = { fulfilledAt: 5, tracking };

test.each<[OrderStatus, Parameters<typeof statusOf>[0]]>([
  ["pending", { paymentStatus: "pending", payments: [] }],
  ["failed", { paymentStatus: "failed", payments: [] }],
  ["paid", { paymentStatus: "paid", payments: [] }],
  ["paid", { paymentStatus: "paid", payments: [{ amount: 9, refunded: 0 }] }],
  ["partially_refunded", { paymentStatus: "paid", payments: [{ amount: 9, refunded: 8 }] }],
  ["refunded", { paymentStatus: "paid", payments: [{ amount: 9, refunded: 9 }] }],
  [
    "partially_refunded",
    {
      paymentStatus: "paid",
      payments: [
        { amount: 9, refunded: 9 },
        { amount: 9, refunded: 0 },
      ],
    },
  ],
])("an order is %s with %o", (status, order) => {
  expect(statusOf(order)).toBe(status);
});

describe("fulfilment", () => {
  test.each(["paid", "partially_refunded"] as const)("is recorded for an order that is %s", (status) => {
    expect(fulfilmentAfter({ status, ...open }, { fulfilled: true }, 7)).toEqual({ ...open, fulfilledAt: 7 });
  });

  test.each(["pending", "failed", "refunded"] as const)("CONFLICT for an order that is %s", (status) => {
    const change = () => fulfilmentAfter({ status, ...open }, { fulfilled: true, tracking }, 7);
    expect(change).toThrow(/so it can't be fulfilled/);
    expect(fulfilmentAfter({ status, ...sent }, { fulfilled: true }, 7)).toEqual(sent);
    expect(fulfilmentAfter({ status, ...sent }, { fulfilled: false }, 7)).toEqual(open);
    expect(fulfilmentAfter({ status, ...open }, { fulfilled: false }, 7)).toEqual(open);
  });

  test("CONFLICT for tracking without it", () => {
    for (const change of [{ tracking }, { fulfilled: false, tracking }]) {
      expect(() => fulfilmentAfter({ status: "paid", ...open }, change, 7)).toThrow(/Only a fulfilled order/);
    }
    expect(fulfilmentAfter({ status: "paid", ...open }, { tracking: null }, 7)).toEqual(open);
  });
});
