import fc from "fast-check";
import { expect, test } from "vitest";
import { decimalsOf, toMinorUnits } from "../../server/domain/money.ts";

const currency = fc.constantFrom("jpy", "krw", "eur", "usd", "kwd", "jod", "clf");
const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength });

test("a price keeps exactly its digits, with the currency's decimals", () => {
  fc.assert(
    fc.property(currency, digits(1, 12), digits(0, 6), digits(0, 3), (currency, whole, fraction, zeros) => {
      const decimals = decimalsOf(currency);
      const kept = fraction.slice(0, decimals);
      const exact = BigInt(whole + kept.padEnd(decimals, "0"));
      const text = `${whole}.${kept}${"0".repeat(zeros.length)}`;
      const expected = exact <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(exact) : undefined;
      expect(toMinorUnits(text, currency)).toBe(expected);
    }),
  );
});

test("a price with more decimals than its currency is invalid", () => {
  fc.assert(
    fc.property(
      currency,
      digits(1, 6),
      digits(0, 4),
      fc.constantFrom(..."123456789"),
      (currency, whole, more, last) => {
        const fraction = `${"0".repeat(decimalsOf(currency))}${more}${last}`;
        expect(toMinorUnits(`${whole}.${fraction}`, currency)).toBeUndefined();
      },
    ),
  );
});

test("anything but a plain amount is invalid", () => {
  fc.assert(
    fc.property(fc.string(), currency, (text, currency) => {
      fc.pre(!/^\s*\d+(\.\d*)?\s*$/.test(text));
      expect(toMinorUnits(text, currency)).toBeUndefined();
    }),
  );
});
