import { expect, test, vi } from "vitest";
import type { Amounts } from "../../../server/domain/amounts.ts";
import type { CheckoutSessionRecord } from "../../../server/domain/checkout-session.ts";
import type { Offers } from "../../../server/domain/offers.ts";
import { createCheckAmounts } from "../../../server/payments/checkout/check-amounts.ts";
import { amountsOf, openState, paidOutcome } from "../../helpers/data/sessions.ts";
import { silent } from "../../helpers/world.ts";

const open = {
  ...openState,
  id: "chk_1",
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
}

const rates = (...prices: number[]): Offers => ({
  shipping: prices.map((priceInCents) => ({ rateId: "ship_1", name: "Post", priceInCents, days: null })),
});

function countedOf({ offers, amount = 4800, currency = "eur", amounts = {} }: Report): unknown[] {
  const count = vi.fn();
  const check = createCheckAmounts({ log: silent, count });
  const reported = amounts && { ...amountsOf(4800), ...amounts };
  const outcome = { ...paidOutcome("pi_1", amount, 0), paid: { amount, currency }, amounts: reported };
  const after = { ...paid, amounts: reported, ...(offers && { offers }) };
  check({ before: open, after }, outcome);
  // Later reports of it aren't logged.
  check({ before: paid, after }, outcome);
  return count.mock.calls.flat();
}

test.each<[string, Report, string[]]>([
  ["the same sum", {}, []],
  ["the same sum without its parts", { amounts: null }, []],
  ["another sum without its parts", { amount: 4000, amounts: null }, ["amount"]],
  ["another amount paid", { amount: 4000 }, ["amount"]],
  ["another currency", { currency: "usd" }, ["currency"]],
  ["another subtotal", { amount: 4000, amounts: { subtotal: 4000, total: 4000 } }, ["subtotal"]],
  ["a discount", { amount: 4000, amounts: { discount: 800, total: 4000 } }, ["discount"]],
  ["shipping", { amount: 5300, amounts: { shipping: 500, total: 5300 } }, ["shipping"]],
  ["an offered rate", { amount: 5300, amounts: { shipping: 500, total: 5300 }, offers: rates(400, 500) }, []],
  [
    "another rate",
    { amount: 5300, amounts: { shipping: 500, total: 5300 }, offers: rates(400) },
    ["shipping"],
  ],
  ["no shipping although it was offered", { offers: rates(400) }, ["shipping"]],
  ["a tax on top", { amount: 5800, amounts: { tax: 1000, total: 5800 } }, ["total"]],
])("%s is counted at most once", (_, report, counted) => {
  expect(countedOf(report)).toEqual(counted);
});
