import { expect, test } from "vitest";
import type { Amounts } from "../../server/domain/amounts.ts";
import { planRefund, type RefundContent, type TaxOnTop } from "../../server/domain/refund-content.ts";

interface Sale {
  /** [quantity, unit price] */
  lines: [number, number][];
  amounts?: Partial<Amounts>;
  currency?: string;
}

const refundOf = (content: RefundContent, status: "succeeded" | "failed" = "succeeded") => ({
  ...content,
  status,
});

function orderOf({ lines, amounts, currency = "eur" }: Sale) {
  const subtotal = lines.reduce((sum, [quantity, price]) => sum + quantity * price, 0);
  const whole = { subtotal, discount: 0, shipping: 0, tax: 0, total: subtotal, ...amounts };
  return {
    lines: lines.map(([quantity, unitPriceInCents], index) => ({
      ...{ productId: `p${index}`, name: `Product ${index}`, options: [], quantity, unitPriceInCents },
    })),
    amounts: whole,
    payments: [{ id: "pi_1", amount: whole.total, currency, refunded: 0 }],
    refunds: [] as ReturnType<typeof refundOf>[],
    disputes: [],
  };
}

type Order = ReturnType<typeof orderOf>;

/** Refunds one unit of a line, or shipping, and records it. */
function refund(order: Order, what: string | "shipping", taxes?: TaxOnTop, quantity = 1): number {
  const wanted =
    what === "shipping"
      ? { lines: [], shipping: true }
      : { lines: [{ productId: what, quantity }], shipping: false };
  const { amount, content } = planRefund(order, { content: wanted }, taxes);
  if (content) order.refunds.push(refundOf(content));
  const [payment] = order.payments;
  if (payment) payment.refunded += amount;
  return amount;
}

function unitsOf(order: Order): string[] {
  const units = order.lines.flatMap(({ productId, quantity }) =>
    Array.from({ length: quantity }, () => productId),
  );
  return order.amounts.shipping > 0 ? [...units, "shipping"] : units;
}

test("the last unit of a line takes the rest of its discounted price", () => {
  const order = orderOf({ lines: [[3, 1000]], amounts: { discount: 1000, total: 2000 } });
  expect(unitsOf(order).map((unit) => refund(order, unit))).toEqual([666, 667, 667]);
});

test("several units at once cost as much as one by one", () => {
  const sale: Sale = { lines: [[3, 1000]], amounts: { discount: 1000, total: 2000 } };
  expect(refund(orderOf(sale), "p0", undefined, 2)).toBe(1333);
  expect(refund(orderOf(sale), "p0", undefined, 3)).toBe(2000);
});

test("a discount leaves out shipping, and tax on top is each line's own", () => {
  const sale: Sale = {
    lines: [
      [1, 1000],
      [1, 1000],
    ],
    amounts: { discount: 200, shipping: 500, tax: 269, total: 2569 },
  };
  const taxes = {
    lines: new Map([
      ["p0", 171],
      ["p1", 63],
    ]),
    shipping: 35,
  };
  const order = orderOf(sale);
  expect([refund(order, "p0", taxes), refund(order, "p1", taxes), refund(order, "shipping", taxes)]).toEqual([
    1071, 963, 535,
  ]);
});

test("included tax changes nothing", () => {
  const order = orderOf({ lines: [[2, 1190]], amounts: { shipping: 119, tax: 399, total: 2499 } });
  expect([refund(order, "p0"), refund(order, "p0"), refund(order, "shipping")]).toEqual([1190, 1190, 119]);
});

test("in a currency with three decimals, the provider takes every share", () => {
  const order = orderOf({ lines: [[3, 1000]], amounts: { discount: 1000, total: 2000 }, currency: "kwd" });
  expect(unitsOf(order).map((unit) => refund(order, unit))).toEqual([660, 670, 670]);
});

test("in a currency without decimals, shares are whole", () => {
  const order = orderOf({
    lines: [
      [3, 500],
      [1, 7],
    ],
    amounts: { discount: 100, total: 1407 },
    currency: "jpy",
  });
  const shares = unitsOf(order).map((unit) => refund(order, unit));
  expect(shares.every(Number.isInteger)).toBe(true);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(1407);
});

test("króna and shilling shares are whole, although the provider has two decimals for them", () => {
  const order = orderOf({
    lines: [[3, 10_000]],
    amounts: { discount: 10_000, total: 20_000 },
    currency: "isk",
  });
  expect(unitsOf(order).map((unit) => refund(order, unit))).toEqual([6600, 6700, 6700]);
});

test("the rest of a line is right after one of its refunds failed", () => {
  const order = orderOf({ lines: [[3, 1000]], amounts: { discount: 1000, total: 2000 } });
  refund(order, "p0");
  refund(order, "p0");
  order.refunds[0] = { ...(order.refunds[0] as RefundContent), status: "failed" };
  order.payments[0] = { id: "pi_1", amount: 2000, currency: "eur", refunded: 667 };
  expect(refund(order, "p0", undefined, 2)).toBe(2000 - 667);
});

test("amounts beyond safe products are split exactly", () => {
  const order = orderOf({
    lines: [
      [7, 14_285_714],
      [9, 1000],
    ],
    amounts: { discount: 8998, total: 100_000_000 },
  });
  const shares = unitsOf(order).map((unit) => refund(order, unit));
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100_000_000);
});

/** Numbers that look random and are the same each time. */
function sequence(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % (most + 1);
  };
}

test("refunding all lines and shipping, in any order and parts, is what was paid", () => {
  for (let seed = 1; seed <= 400; seed++) {
    const next = sequence(seed);
    const currency = ["eur", "jpy", "kwd", "isk"][next(3)] ?? "eur";
    const step = { eur: 1, jpy: 1, kwd: 10, isk: 100 }[currency] ?? 1;
    const lines = Array.from({ length: 1 + next(4) }, (): [number, number] => [
      1 + next(6),
      next(5000) * step,
    ]);
    const subtotal = lines.reduce((sum, [quantity, price]) => sum + quantity * price, 0);
    const discount = Math.floor(((subtotal / step) * next(90)) / 100) * step;
    const shipping = next(1) * next(900) * step;
    const tax = next(400) * step;
    const total = subtotal - discount + shipping + tax;
    const order = orderOf({ lines, amounts: { discount, shipping, tax, total }, currency });
    const units = unitsOf(order);
    let paidBack = 0;
    while (units.length > 0) {
      const [unit = ""] = units.splice(next(units.length - 1), 1);
      try {
        paidBack += refund(order, unit);
      } catch (error) {
        // A share of nothing can't be refunded by itself, and neither can anything once all is refunded.
        expect(String(error)).toMatch(/cost nothing|been refunded in full|Nothing has been paid/);
        if (unit !== "shipping") {
          order.refunds.push(refundOf({ lines: [{ productId: unit, quantity: 1, amount: 0 }], shipping: 0 }));
        }
      }
    }
    const isPriced = subtotal - discount + shipping > 0;
    if (isPriced) expect([seed, paidBack]).toEqual([seed, total]);
  }
});

test.each<[string, Parameters<typeof planRefund>[1], string]>([
  [
    "more than is left of a line",
    { content: { lines: [{ productId: "p0", quantity: 3 }], shipping: false } },
    'Only 2 of "Product 0" can be refunded.',
  ],
  [
    "another order's product",
    { content: { lines: [{ productId: "p9", quantity: 1 }], shipping: false } },
    "The order has no product p9.",
  ],
  [
    "shipping that cost nothing",
    { content: { lines: [], shipping: true } },
    "No shipping is left to refund.",
  ],
  ["nothing", { content: { lines: [], shipping: false } }, "Choose at least one item to refund."],
  [
    "lines of another payment",
    { paymentId: "pi_2", content: { lines: [{ productId: "p0", quantity: 1 }], shipping: false } },
    "Refund another payment by its amount.",
  ],
  [
    "an order that was refunded meanwhile",
    { seenRefunds: 1, content: { lines: [{ productId: "p0", quantity: 1 }], shipping: false } },
    "has been refunded since",
  ],
])("%s is refused", (_, request, message) => {
  expect(() => planRefund(orderOf({ lines: [[2, 1000]] }), request)).toThrow(message);
});

test("more than is left of the payment is refused, because an amount was refunded before", () => {
  const order = orderOf({ lines: [[2, 1000]] });
  order.payments[0] = { id: "pi_1", amount: 2000, currency: "eur", refunded: 1500 };
  expect(() => refund(order, "p0")).toThrow(
    "These items cost 10.00 eur, which is more than can be refunded (5.00 eur). Refund an amount instead.",
  );
});
