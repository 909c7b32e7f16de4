import { expect, test, vi } from "vitest";
import type { RenewalTerms } from "../../../server/database/queries/buyers/subscriptions.ts";
import type { PromotionCode } from "../../../server/domain/promotion-code.ts";
import type { InvoiceState, InvoiceSums } from "../../../server/payments/events/invoice-state.ts";
import { createCheckRenewal } from "../../../server/payments/subscriptions/check-renewal.ts";
import { amountsOf } from "../../helpers/data/sessions.ts";
import { silent } from "../../helpers/world.ts";

const terms: RenewalTerms = {
  ...{ storeId: "store_1", orderId: "order_1", account: null, currency: "eur" },
  lines: [{ productId: "club", name: "Print Club", options: [], quantity: 2, unitPriceInCents: 900 }],
  ...{ amounts: amountsOf(1800), changes: [], paidInvoices: ["in_0", "in_1"] },
};
const afterTrial = { amounts: amountsOf(0), paidInvoices: ["in_1"] };
const sums: InvoiceSums = {
  ...{ isForPeriod: true, createdAt: 0, lines: [{ quantity: 2, amount: 1800 }] },
  ...{ subtotal: 1800, discount: 0, taxOnTop: 0, total: 1800, due: 1800 },
};
/** The store's code takes off 10 percent. */
const tenPercent: PromotionCode = {
  ...{ id: "code_1", account: null, providerId: "promo_own", code: "SUMMER", currency: "eur" },
  ...{ percentOff: 10, amountOffInCents: null, minimumInCents: null, maxRedemptions: null },
  ...{ expiresAt: null, createdAt: 0, deactivatedAt: null },
};
const reduced = { discount: 180, total: 1620, due: 1620 };
const taxed = { taxOnTop: 342, total: 2142, due: 2142 };

interface Report {
  terms?: Partial<RenewalTerms>;
  sums?: Partial<InvoiceSums>;
  paid?: Partial<InvoiceState["paid"]>;
  codes?: (string | null)[];
  /** The provider doesn't answer. */
  isAway?: boolean;
}

test.each<[string, Report, string | undefined]>([
  ["the agreed price", {}, undefined],
  ["another currency", { paid: { currency: "usd" } }, "currency"],
  ["another price", { sums: { lines: [{ quantity: 2, amount: 2000 }], subtotal: 2000 } }, "price"],
  ["another quantity", { sums: { lines: [{ quantity: 1, amount: 900 }], subtotal: 900 } }, "price"],
  ["a proration beside the agreed price", { sums: { subtotal: 1500, total: 1500, due: 1500 } }, undefined],
  ["too many lines to be listed", { sums: { lines: null } }, undefined],
  [
    "too many lines, and another sum",
    { sums: { lines: null, subtotal: 1900, total: 1900, due: 1900 } },
    "price",
  ],
  ["a discount", { sums: reduced }, "discount"],
  ["a discount of the store's code, once more", { sums: reduced, codes: ["promo_own"] }, "discount"],
  [
    "a discount of the store's code after the trial",
    { sums: reduced, codes: ["promo_own"], terms: afterTrial },
    undefined,
  ],
  [
    "another discount than the code's after the trial",
    {
      sums: { discount: 900, total: 900, due: 900 },
      ...{ codes: ["promo_own"], terms: afterTrial },
    },
    "discount",
  ],
  ["another code after the trial", { sums: reduced, codes: ["promo_other"], terms: afterTrial }, "discount"],
  ["two codes after the trial", { sums: reduced, codes: ["promo_own", null], terms: afterTrial }, "discount"],
  ["a discount that can't be read", { sums: reduced, isAway: true, terms: afterTrial }, "discount"],
  ["tax on top", { sums: taxed }, undefined],
  [
    "tax on top of prices that include it",
    { sums: taxed, terms: { amounts: { ...amountsOf(1800), tax: 287 } } },
    "total",
  ],
  ["another total than the sum of its parts", { sums: { total: 1700, due: 1700 } }, "total"],
  ["a credit of the buyer at the provider", { sums: { due: 1500 } }, undefined],
  ["another payment than what is due", { paid: { amount: 1700 } }, "amount"],
  ["another invoice than a renewal's", { sums: { isForPeriod: false, total: 1 } }, undefined],
])("%s", async (_, report, difference) => {
  const log = { ...silent, error: vi.fn() };
  const count = vi.fn();
  const recorded: unknown[] = [];
  const check = createCheckRenewal({
    database: {
      subscriptions: { renewalTerms: async () => ({ ...terms, ...report.terms }) },
      paymentDifferences: {
        record: async ({ id, part, isRenewal }) => void recorded.push({ id, part, isRenewal }),
      },
      promotionCodes: {
        findOfProvider: async ({ providerId }) => (providerId === "promo_own" ? tenPercent : undefined),
      },
    },
    provider: {
      readAppliedCodes: async () => {
        if (report.isAway) throw new Error("away");
        return report.codes ?? [];
      },
    },
    log,
    count,
  });
  const invoiced = { ...sums, ...report.sums };
  const paid = { amount: invoiced.due, currency: "eur", ...report.paid };
  const invoice = { id: "in_1", subscriptionId: "sub_1", payments: [], isPaid: true, hasFailed: false };
  await check({ id: "sub_1", checkoutSessionId: "chk_1" }, { ...invoice, paid, sums: invoiced });
  expect(log.error.mock.calls.map(([{ difference: what }]) => what)).toEqual(difference ? [difference] : []);
  expect(count).toHaveBeenCalledTimes(difference ? 1 : 0);
  expect(recorded).toEqual(difference ? [{ id: "in_1", part: difference, isRenewal: true }] : []);
});
