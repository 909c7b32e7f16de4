import { expect, test } from "vitest";
import { exampleAmount, toMinorUnits } from "../../server/domain/money.ts";
import { amountIn } from "../../server/merchants/settings/amount-in.ts";

test.each([
  ["eur", "12.50"],
  ["jpy", "1250"],
  ["kwd", "12.500"],
])("an example in %s has its decimals, and is an amount", (currency, example) => {
  expect(exampleAmount(currency)).toBe(example);
  expect(toMinorUnits(example, currency)).toBeGreaterThan(0);
  expect(amountIn("much", currency)).toContain(`such as ${example}.`);
});
