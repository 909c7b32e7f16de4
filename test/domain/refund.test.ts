import { expect, test } from "vitest";
import type { DisputeStatus } from "../../server/domain/dispute.ts";
import { chooseRefund } from "../../server/domain/refund.ts";

const paidIn = (currency: string, status?: DisputeStatus) => ({
  payments: [{ id: "pi_1", amount: 100_000, currency, refunded: 0 }],
  refunds: [],
  disputes: status ? [{ paymentId: "pi_1", status }] : [],
});

// https://docs.stripe.com/currencies#special-cases
test.each([
  ["kwd", 1251, "1.251 kwd", "0.010 kwd"],
  ["isk", 1050, "10.50 isk", "1.00 isk"],
])("an amount in %s that the provider doesn't take is refused", (currency, amount, asked, step) => {
  const message = `${asked} can't be refunded: the payment provider only takes multiples of ${step}.`;
  expect(() => chooseRefund(paidIn(currency), { amount })).toThrow(message);
  expect(chooseRefund(paidIn(currency), { amount: amount - (amount % 100) })).toMatchObject({
    payment: { id: "pi_1" },
  });
});

test.each<[DisputeStatus, boolean]>([
  ["needs_response", false],
  ["under_review", false],
  ["appeal_under_review", false],
  ["lost", false],
  ["won", true],
  ["warning_needs_response", true],
  ["warning_closed", true],
])("a payment whose dispute is %s is refundable: %s", (status, isRefundable) => {
  const choose = () => chooseRefund(paidIn("eur", status), { amount: 100 });
  if (isRefundable) expect(choose()).toMatchObject({ amount: 100 });
  else expect(choose).toThrow("disputes this payment");
});
