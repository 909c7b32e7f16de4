import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimalAmount } from "../../server/domain/money.ts";
import { currenciesWithCommas, typedAmount } from "../../server/domain/typed-amount.ts";

describe("an amount as a merchant types it", () => {
  test.each([
    ["10,00", "eur", 1000],
    ["4,50", "eur", 450],
    ["4,5", "sek", 450],
    ["4.50", "eur", 450],
    ["12", "eur", 1200],
    ["1.250,00", "eur", 125000],
    ["1,250.00", "eur", 125000],
    ["1,250.00", "usd", 125000],
    ["1.250.000", "eur", 125000000],
    ["1,250,000", "usd", 125000000],
    ["1 250,00", "sek", 125000],
    ["1\u202f250,5", "eur", 125050],
    ["1’250.00", "chf", 125000],
    ["1'250", "chf", 125000],
    ["1,250", "jpy", 1250],
    ["12.500", "clp", 12500],
    ["500.00", "jpy", 500],
    ["1.250", "kwd", 1250],
    ["1,250.500", "kwd", 1250500],
    ["0.125", "kwd", 125],
    ["9.", "usd", 900],
  ])("%s of %s is %d", (text, currency, amount) => {
    expect(typedAmount(text, currency)).toBe(amount);
  });

  test.each([
    ["1.250", "eur", "1250 or 1.25"],
    ["1,250", "eur", "1250 or 1.25"],
    ["1,250", "usd", "1250 or 1.25"],
    ["1.100", "usd", "1100 or 1.10"],
    ["1,250", "kwd", "1250 or 1.250"],
  ])("%s of %s is asked about", (text, currency, readings) => {
    expect(typedAmount(text, currency)).toEqual({
      fault: expect.stringContaining(`“${text}” could be ${readings}`),
    });
  });

  test("1.234 of eur is asked to be written without a separator, or with fewer decimals", () => {
    expect(typedAmount("1.234", "eur")).toEqual({
      fault: expect.stringContaining("Write 1234 without a separator"),
    });
  });

  test("10,00 of usd is asked to be written with a point", () => {
    expect(typedAmount("10,00", "usd")).toEqual({ fault: expect.stringContaining("10.00") });
  });

  test.each([
    "",
    "much",
    "-1",
    "+1",
    "1e3",
    "€5",
    ".5",
    "1,2,3",
    "12,50,000",
    "1.2.3",
    "1,250.00.00",
    "1.25,0,0",
    "1 25",
    "12.505,0.1",
    "9999999999999",
    "1,234,56",
    "1.234.567,8,9",
    "01 2345",
  ])("%j isn't an amount", (text) => {
    expect(typedAmount(text, "eur")).toEqual({ fault: expect.stringContaining("such as 12.50") });
  });

  test.each([
    ["0.125", "usd"],
    ["9.999", "usd"],
    ["4,505", "eur"],
    ["12.5055", "eur"],
    ["1.250,005", "eur"],
  ])("%s has more decimals than %s", (text, currency) =>
    expect(typedAmount(text, currency)).toHaveProperty("fault"),
  );

  test("is read as a form shows it, and as each currency's readers write it", () => {
    const locales: [currency: string, locale: string][] = [
      ...(["de", "fr", "nl", "es", "it", "pt-PT", "fi", "el"].map((one) => ["eur", one]) as [
        string,
        string,
      ][]),
      ...([
        ["sek", "sv"],
        ["nok", "nb"],
        ["dkk", "da"],
        ["pln", "pl"],
        ["czk", "cs"],
        ["brl", "pt-BR"],
      ] as [string, string][]),
      ...([
        ["usd", "en-US"],
        ["gbp", "en-GB"],
        ["chf", "de-CH"],
        ["jpy", "ja"],
        ["try", "tr"],
        ["kwd", "en-KW"],
      ] as [string, string][]),
    ];
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.constantFrom(...locales),
        (amount, [currency, locale]) => {
          const form = decimalAmount(amount, currency);
          expect(typedAmount(form, currency)).toBe(amount);
          const digits = form.split(".")[1]?.length ?? 0;
          const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits });
          expect(typedAmount(format.format(Number(form)), currency)).toBe(amount);
        },
      ),
    );
  });

  test.each([
    ["eur", "de"],
    ["sek", "sv"],
    ["pln", "pl"],
    ["brl", "pt-BR"],
    ["rub", "ru"],
    ["idr", "id"],
    ["vnd", "vi"],
    ["ars", "es-AR"],
    ["usd", "en-US"],
    ["gbp", "en-GB"],
    ["mxn", "es-MX"],
    ["inr", "hi"],
    ["chf", "de-CH"],
    ["aud", "en-AU"],
    ["cny", "zh"],
    ["thb", "th"],
  ])("%s has commas as decimals if %s writes them", (currency, locale) => {
    const writesComma = new Intl.NumberFormat(locale).format(1.5) === "1,5";
    expect(currenciesWithCommas.has(currency)).toBe(writesComma);
  });
});
