import { expect, test } from "vitest";
import type { Amounts } from "../../server/domain/amounts.ts";
import type { CheckoutSessionRecord } from "../../server/domain/checkout-session.ts";
import type { Offers } from "../../server/domain/offers.ts";
import { differenceAtCheckout, onlyCode, type PaidDifference } from "../../server/domain/paid-difference.ts";
import type { PromotionCode } from "../../server/domain/promotion-code.ts";
import { amountsOf, openState } from "../helpers/data/sessions.ts";

const paid = {
  ...openState,
  ...{ status: "complete", paymentStatus: "paid", paymentOutcome: "paid" },
  id: "chk_1",
  account: null,
  lines: [{ productId: "prod_1", name: "Poster", quantity: 2, unitPriceInCents: 2400 }],
  storeId: "store_1",
  total: 4800,
  currency: "eur",
} as CheckoutSessionRecord;
interface Report {
  offers?: Offers;
  amount?: number;
  currency?: string;
  amounts?: Partial<Amounts> | null;
  appliedCodes?: (string | null)[];
}

/** The store's code. */
const tenPercent: PromotionCode = {
  ...{ id: "code_1", account: null, providerId: "promo_own", code: "SUMMER", currency: "eur" },
  ...{ percentOff: 10, amountOffInCents: null, minimumInCents: null, maxRedemptions: null },
  ...{ expiresAt: null, createdAt: 0, deactivatedAt: null },
};
const codes: Offers = { shipping: [], takesCodes: true, tax: "off" };
const reduced = { amount: 4320, amounts: { discount: 480, total: 4320 } };

const rates = (...prices: number[]): Offers => ({
  takesCodes: false,
  tax: "off",
  shipping: prices.map((priceInCents) => ({ rateId: "ship_1", name: "Post", priceInCents, days: null })),
});

function differenceOf({
  offers,
  amount = 4800,
  currency = "eur",
  amounts = {},
  appliedCodes = [],
}: Report): PaidDifference | undefined {
  const session = {
    ...paid,
    amounts: amounts && { ...amountsOf(4800), ...amounts },
    ...(offers && { offers }),
  };
  const code = onlyCode(appliedCodes) === "promo_own" ? tenPercent : undefined;
  return differenceAtCheckout(session, { paid: { amount, currency }, appliedCodes, code });
}

test("nothing is due at the beginning of a trial", () => {
  const lines = [
    { productId: "prod_1", name: "Club", options: [], quantity: 1, unitPriceInCents: 4800, trialDays: 14 },
  ];
  const differenceOfTrial = (amount: number) =>
    differenceAtCheckout(
      { ...paid, lines, amounts: amountsOf(amount) },
      { paid: { amount, currency: "eur" }, appliedCodes: [], code: undefined },
    );
  expect(differenceOfTrial(0)).toBeUndefined();
  expect(differenceOfTrial(4800)).toEqual({ part: "subtotal", expected: 0, charged: 4800 });
});

test.each<[string, Report, [part: string, expected: number | null, charged: number]?]>([
  ["the same sum", {}],
  ["the same sum without its parts", { amounts: null }],
  ["another sum without its parts", { amount: 4000, amounts: null }, ["amount", 4800, 4000]],
  ["another amount paid", { amount: 4000 }, ["amount", 4800, 4000]],
  ["another currency", { currency: "usd" }, ["currency", 4800, 4800]],
  ["another subtotal", { amount: 4000, amounts: { subtotal: 4000, total: 4000 } }, ["subtotal", 4800, 4000]],
  ["a discount", { amount: 4000, amounts: { discount: 800, total: 4000 } }, ["discount", null, 800]],
  ["a discount of the store's code", { ...reduced, offers: codes, appliedCodes: ["promo_own"] }],
  [
    "a discount of another code",
    { ...reduced, offers: codes, appliedCodes: ["promo_other"] },
    ["discount", null, 480],
  ],
  ["a discount without a code", { ...reduced, offers: codes, appliedCodes: [null] }, ["discount", null, 480]],
  [
    "a discount of two codes",
    { ...reduced, offers: codes, appliedCodes: ["promo_own", null] },
    ["discount", null, 480],
  ],
  [
    "a code that the page didn't ask for",
    { ...reduced, appliedCodes: ["promo_own"] },
    ["discount", null, 480],
  ],
  [
    "another discount than the code's",
    {
      ...{ amount: 4300, amounts: { discount: 500, total: 4300 } },
      ...{ offers: codes, appliedCodes: ["promo_own"] },
    },
    ["discount", null, 500],
  ],
  ["shipping", { amount: 5300, amounts: { shipping: 500, total: 5300 } }, ["shipping", null, 500]],
  ["an offered rate", { amount: 5300, amounts: { shipping: 500, total: 5300 }, offers: rates(400, 500) }],
  [
    "another rate",
    { amount: 5300, amounts: { shipping: 500, total: 5300 }, offers: rates(400) },
    ["shipping", null, 500],
  ],
  ["no shipping although it was offered", { offers: rates(400) }, ["shipping", null, 0]],
  [
    "a tax on top that is expected",
    { amount: 5800, amounts: { tax: 1000, total: 5800 }, offers: { ...codes, tax: "exclusive" } },
  ],
  ["a contained tax", { amounts: { tax: 766 }, offers: { ...codes, tax: "inclusive" } }],
  [
    "a tax on top of prices that include it",
    { amount: 5800, amounts: { tax: 1000, total: 5800 }, offers: { ...codes, tax: "inclusive" } },
    ["total", 4800, 5800],
  ],
  ["a tax on top", { amount: 5800, amounts: { tax: 1000, total: 5800 } }, ["total", 4800, 5800]],
])("%s", (_, report, difference) => {
  const [part, expected, charged] = difference ?? [];
  expect(differenceOf(report)).toEqual(difference && { part, expected, charged });
});

test.each([
  ["isk", 10_050, 50],
  ["isk", 10_100, 100],
  ["kwd", 10_005, 5],
])("a percentage in %s may be rounded to what can be charged", (currency, discount, off) => {
  const subtotal = 100_000;
  const amounts = { ...amountsOf(subtotal), discount, total: subtotal - discount };
  const lines = paid.lines.map((line) => ({ ...line, unitPriceInCents: subtotal / 2 }));
  const session = { ...paid, currency, lines, total: subtotal, amounts, offers: codes };
  const report = { paid: { amount: amounts.total, currency }, appliedCodes: ["promo_own"] };
  const difference = differenceAtCheckout(session, { ...report, code: tenPercent });
  expect(difference).toEqual(off <= 50 ? undefined : { part: "discount", expected: null, charged: discount });
});
