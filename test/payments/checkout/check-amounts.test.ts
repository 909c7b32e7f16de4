import { expect, test, vi } from "vitest";
import type { Amounts } from "../../../server/domain/amounts.ts";
import type { CheckoutSessionRecord } from "../../../server/domain/checkout-session.ts";
import type { Offers } from "../../../server/domain/offers.ts";
import type { PromotionCode } from "../../../server/domain/promotion-code.ts";
import { createCheckAmounts } from "../../../server/payments/checkout/check-amounts.ts";
import { amountsOf, openState, paidOutcome } from "../../helpers/data/sessions.ts";
import { silent } from "../../helpers/world.ts";

const open = {
  ...openState,
  id: "chk_1",
  account: null,
  lines: [{ productId: "prod_1", name: "Poster", quantity: 2, unitPriceInCents: 2400 }],
  storeId: "store_1",
  total: 4800,
  currency: "eur",
} as CheckoutSessionRecord;
const paid: CheckoutSessionRecord = {
  ...open,
  status: "complete",
  paymentStatus: "paid",
  paymentOutcome: "paid",
};

interface Report {
  offers?: Offers;
  amount?: number;
  currency?: string;
  amounts?: Partial<Amounts> | null;
  appliedCodes?: (string | null)[];
}

/** The store's code takes off 10 percent. */
const promotionCodes = {
  findOfProvider: async ({ providerId }: { providerId: string }) =>
    providerId === "promo_own" ? tenPercent : undefined,
};
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

async function countedOf({
  offers,
  amount = 4800,
  currency = "eur",
  amounts = {},
  appliedCodes = [],
}: Report): Promise<unknown[]> {
  const count = vi.fn();
  const check = createCheckAmounts({ database: { promotionCodes }, log: silent, count });
  const reported = amounts && { ...amountsOf(4800), ...amounts };
  const outcome = {
    ...paidOutcome("pi_1", amount, 0),
    paid: { amount, currency },
    amounts: reported,
    appliedCodes,
  };
  const after = { ...paid, amounts: reported, ...(offers && { offers }) };
  await check({ before: open, after }, outcome);
  // Later reports of it aren't logged.
  await check({ before: paid, after }, outcome);
  return count.mock.calls.flat();
}

test("nothing is due at the beginning of a trial", async () => {
  const count = vi.fn();
  const check = createCheckAmounts({ database: { promotionCodes }, log: silent, count });
  const lines = [
    { productId: "prod_1", name: "Club", options: [], quantity: 1, unitPriceInCents: 4800, trialDays: 14 },
  ];
  const settling = (amounts: Amounts) => ({ before: open, after: { ...paid, lines, amounts } });
  for (const amount of [0, 4800]) {
    await check(settling(amountsOf(amount)), {
      ...paidOutcome("pi_1", amount, 0),
      paid: { amount, currency: "eur" },
    });
  }
  expect(count.mock.calls).toEqual([["subtotal"]]);
});

test.each<[string, Report, string[]]>([
  ["the same sum", {}, []],
  ["the same sum without its parts", { amounts: null }, []],
  ["another sum without its parts", { amount: 4000, amounts: null }, ["amount"]],
  ["another amount paid", { amount: 4000 }, ["amount"]],
  ["another currency", { currency: "usd" }, ["currency"]],
  ["another subtotal", { amount: 4000, amounts: { subtotal: 4000, total: 4000 } }, ["subtotal"]],
  ["a discount", { amount: 4000, amounts: { discount: 800, total: 4000 } }, ["discount"]],
  ["a discount of the store's code", { ...reduced, offers: codes, appliedCodes: ["promo_own"] }, []],
  ["a discount of another code", { ...reduced, offers: codes, appliedCodes: ["promo_other"] }, ["discount"]],
  ["a discount without a code", { ...reduced, offers: codes, appliedCodes: [null] }, ["discount"]],
  ["a discount of two codes", { ...reduced, offers: codes, appliedCodes: ["promo_own", null] }, ["discount"]],
  ["a code that the page didn't ask for", { ...reduced, appliedCodes: ["promo_own"] }, ["discount"]],
  [
    "another discount than the code's",
    {
      ...{ amount: 4300, amounts: { discount: 500, total: 4300 } },
      ...{ offers: codes, appliedCodes: ["promo_own"] },
    },
    ["discount"],
  ],
  ["shipping", { amount: 5300, amounts: { shipping: 500, total: 5300 } }, ["shipping"]],
  ["an offered rate", { amount: 5300, amounts: { shipping: 500, total: 5300 }, offers: rates(400, 500) }, []],
  [
    "another rate",
    { amount: 5300, amounts: { shipping: 500, total: 5300 }, offers: rates(400) },
    ["shipping"],
  ],
  ["no shipping although it was offered", { offers: rates(400) }, ["shipping"]],
  [
    "a tax on top that is expected",
    { amount: 5800, amounts: { tax: 1000, total: 5800 }, offers: { ...codes, tax: "exclusive" } },
    [],
  ],
  ["a contained tax", { amounts: { tax: 766 }, offers: { ...codes, tax: "inclusive" } }, []],
  [
    "a tax on top of prices that include it",
    { amount: 5800, amounts: { tax: 1000, total: 5800 }, offers: { ...codes, tax: "inclusive" } },
    ["total"],
  ],
  ["a tax on top", { amount: 5800, amounts: { tax: 1000, total: 5800 } }, ["total"]],
])("%s is counted at most once", async (_, report, counted) => {
  expect(await countedOf(report)).toEqual(counted);
});
