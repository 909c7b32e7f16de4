import { expect, test, vi } from "vitest";
import type { CheckoutSessionRecord } from "../../../server/domain/checkout-session.ts";
import { createCheckPaidSum } from "../../../server/payments/checkout/check-paid-sum.ts";
import { openState, paidOutcome } from "../../helpers/data/sessions.ts";
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

test.each([
  ["the same sum", 4800, "eur", []],
  ["another amount", 4000, "eur", ["amount"]],
  ["another currency", 4800, "usd", ["currency"]],
])("%s is counted at most once", (_, amount, currency, counted) => {
  const count = vi.fn();
  const check = createCheckPaidSum({ log: silent, count });
  const outcome = { ...paidOutcome("pi_1", amount, 0), paid: { amount, currency } };
  check({ before: open, after: paid }, outcome);
  // Later reports of it aren't logged.
  check({ before: paid, after: paid }, outcome);
  expect(count.mock.calls.flat()).toEqual(counted);
});
