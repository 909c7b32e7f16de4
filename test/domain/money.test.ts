import * as standIn from "@counterpart/stripe-stand-in";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  chargeStepOf,
  decimalsOf,
  displayAmount,
  isCurrency,
  priceFault,
  sum,
  toMinorUnits,
} from "../../server/domain/money.ts";

describe("an amount in the smallest unit", () => {
  test.each([
    ["9.99", "usd", 999],
    ["9.9", "usd", 990],
    ["9", "usd", 900],
    ["9.", "usd", 900],
    ["0.10", "eur", 10],
    [" 12.50 ", "eur", 1250],
    ["1.10000", "eur", 110],
    ["500", "jpy", 500],
    ["500.00", "jpy", 500],
    ["1.234", "kwd", 1234],
    ["19.99", "gbp", 1999],
    ["1234567890.12", "usd", 123456789012],
  ])("%s of %s is %d", (text, currency, expected) => {
    expect(toMinorUnits(text, currency)).toBe(expected);
  });

  test.each([
    ["9.999", "usd"],
    ["500.5", "jpy"],
    ["1.2345", "kwd"],
    ["-1", "usd"],
    ["+1", "usd"],
    ["1e3", "usd"],
    ["1,000.00", "usd"],
    ["1,50", "eur"],
    ["€5", "eur"],
    ["", "usd"],
    [".5", "usd"],
    ["NaN", "usd"],
    ["0x10", "usd"],
    ["9999999999999", "usd"],
  ])("%j of %s is invalid", (text, currency) => {
    expect(toMinorUnits(text, currency)).toBeUndefined();
  });

  test("is exact for every amount, unlike a float", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.constantFrom("usd", "jpy", "kwd"),
        (amount, currency) => {
          const [text = ""] = displayAmount(amount, currency).split(" ");
          expect(toMinorUnits(text, currency)).toBe(amount);
        },
      ),
    );
  });
});

test.each([
  ["usd", 2],
  ["eur", 2],
  ["jpy", 0],
  ["krw", 0],
  ["kwd", 3],
  ["bhd", 3],
])("%s has %d decimals", (currency, decimals) => {
  expect(decimalsOf(currency)).toBe(decimals);
});

test("every currency has the decimals and steps that the stand-in for Stripe uses", () => {
  const currencies = Intl.supportedValuesOf("currency").map((code) => code.toLowerCase());
  expect(currencies.length).toBeGreaterThan(150);
  for (const currency of currencies) {
    expect(decimalsOf(currency), currency).toBe(standIn.decimalsOf(currency));
    expect(chargeStepOf(currency), currency).toBe(standIn.smallestStepOf(currency));
  }
});

test.each([
  ["isk", 50_050, "500.50 isk, but only multiples of 1.00 can be charged"],
  ["isk", 50_000, undefined],
  ["ugx", 1, "0.01 ugx, but only multiples of 1.00 can be charged"],
  ["ugx", 0, undefined],
  ["kwd", 1251, "1.251 kwd, but only multiples of 0.010 can be charged"],
  ["kwd", 1250, undefined],
  ["bhd", 1009, "1.009 bhd, but only multiples of 0.010 can be charged"],
  ["jod", 5, "0.005 jod, but only multiples of 0.010 can be charged"],
  ["omr", 99_999_999, "99999.999 omr, but only multiples of 0.010 can be charged"],
  ["tnd", 101, "0.101 tnd, but only multiples of 0.010 can be charged"],
  ["huf", 1045, undefined],
  ["twd", 80_045, undefined],
  ["jpy", 501, undefined],
  ["eur", 999, undefined],
])("a price in %s of %d: %s", (currency, price, fault) => {
  expect(priceFault(price, currency)).toBe(fault);
});

test.each([
  ["eur", true],
  ["jpy", true],
  ["EUR", false],
  ["eu", false],
  ["euro", false],
  ["xxx", false],
  ["zzz", false],
  ["", false],
])("%j is a currency: %s", (text, expected) => {
  expect(isCurrency(text)).toBe(expected);
});

test("a sum stays exact up to the largest cart", () => {
  expect(sum([])).toBe(0);
  const dearest = { unitPriceInCents: 99_999_999, quantity: 999 };
  const total = sum(Array.from({ length: 100 }, () => dearest));
  expect(total).toBe(99_999_999 * 999 * 100);
  expect(Number.isSafeInteger(total)).toBe(true);
});
