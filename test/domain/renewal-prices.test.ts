import { describe, expect, test } from "vitest";
import {
  isPricedAs,
  isSubtotalOf,
  type PriceChange,
  unitPricesAt,
  withConfirmation,
  withRequest,
} from "../../server/domain/renewal-prices.ts";

const line = { productId: "club", quantity: 2, unitPriceInCents: 900 };
const minute = 60_000;
const hour = 60 * minute;

const change = (priceInCents: number, requestedAt: number, confirmedAt: number | null): PriceChange => ({
  ...{ productId: "club", priceInCents },
  ...{ requestedAt, confirmedAt },
});

describe("the price of an invoice", () => {
  const changes = [
    change(1000, hour, hour + 1),
    change(1100, 2 * hour, null),
    change(1200, 3 * hour, 3 * hour),
  ];
  test.each<[string, number, number[]]>([
    ["before any change", 0, [900]],
    ["just before a change", hour - minute, [900, 1000]],
    ["just after a change", hour + minute, [900, 1000]],
    ["after a change", hour + minute + 1, [1000]],
    ["after a change that may not have been made", 2 * hour, [1000, 1100]],
    ["after a later change", 3 * hour + minute, [1200]],
  ])("%s", (_, at, prices) => {
    expect(unitPricesAt(line, changes, at)).toEqual(prices);
  });

  test("isn't changed by another product's changes", () => {
    expect(unitPricesAt({ ...line, productId: "maps" }, changes, 4 * hour)).toEqual([900]);
  });
});

describe("an invoice", () => {
  const maps = { productId: "maps", quantity: 2, unitPriceInCents: 1000 };
  const isOf = (invoiced: [quantity: number, amount: number][], changes: PriceChange[] = []) =>
    isPricedAs([line, maps], {
      changes,
      invoiced: invoiced.map(([quantity, amount]) => ({ quantity, amount })),
      at: hour,
    });

  test("has the lines in any order", () => {
    expect(
      isOf([
        [2, 2000],
        [2, 1800],
      ]),
    ).toBe(true);
  });

  test.each<[string, [number, number][]]>([
    [
      "another price",
      [
        [2, 1800],
        [2, 2200],
      ],
    ],
    [
      "another quantity at the same price",
      [
        [2, 1800],
        [1, 1000],
      ],
    ],
    [
      "another quantity for the same amount",
      [
        [2, 1800],
        [1, 2000],
      ],
    ],
    ["a line less", [[2, 1800]]],
    [
      "a line more",
      [
        [2, 1800],
        [2, 2000],
        [1, 500],
      ],
    ],
    [
      "one line twice",
      [
        [2, 1800],
        [2, 1800],
      ],
    ],
  ])("has not %s", (_, invoiced) => {
    expect(isOf(invoiced)).toBe(false);
  });

  test("matches a line with two possible prices last", () => {
    expect(
      isOf(
        [
          [2, 2000],
          [2, 1800],
        ],
        [change(1000, hour, null)],
      ),
    ).toBe(true);
    expect(
      isOf(
        [
          [2, 2000],
          [2, 2000],
        ],
        [change(1000, hour, null)],
      ),
    ).toBe(true);
  });
});

test("a subtotal is within the possible prices", () => {
  const isOf = (subtotal: number, at: number) =>
    isSubtotalOf([line], { changes: [change(1000, hour, null)], subtotal, at });
  expect([1799, 1800, 1801].map((subtotal) => isOf(subtotal, 0))).toEqual([false, true, false]);
  expect([1799, 1800, 2000, 2001].map((subtotal) => isOf(subtotal, hour))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

describe("a change of the price", () => {
  const price = { productId: "club", priceInCents: 1000 };

  test("is requested, then confirmed once", () => {
    const requested = withRequest([], { ...price, at: 1 });
    expect(requested).toEqual([change(1000, 1, null)]);
    const confirmed = withConfirmation(requested, { ...price, at: 2 });
    expect(confirmed).toEqual([change(1000, 1, 2)]);
    expect(withConfirmation(confirmed, { ...price, at: 3 })).toBe(confirmed);
  });

  test("that is requested again keeps its first time", () => {
    const requested = withRequest([], { ...price, at: 1 });
    expect(withRequest(requested, { ...price, at: 2 })).toBe(requested);
  });

  test("that the provider has without a request is recorded", () => {
    expect(withConfirmation([change(1000, 1, 2), change(1100, 3, 4)], { ...price, at: 5 })).toEqual([
      change(1000, 1, 2),
      change(1100, 3, 4),
      change(1000, 5, 5),
    ]);
  });

  test("is made again if the provider had another price since", () => {
    const again = withRequest([change(1000, 1, 2)], { ...price, at: 3 });
    expect(again).toEqual([change(1000, 1, 2), change(1000, 3, null)]);
  });
});
