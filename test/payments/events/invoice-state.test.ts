import type Stripe from "stripe";
import { expect, test } from "vitest";
import { type InvoiceSums, toInvoiceState } from "../../../server/payments/events/invoice-state.ts";

const details = (proration: boolean) => ({ proration });
const lines = [
  { quantity: 2, subtotal: 1800, parent: { subscription_item_details: details(false) } },
  { quantity: 1, subtotal: -300, parent: { subscription_item_details: details(true) } },
  { quantity: 1, subtotal: -200, parent: { invoice_item_details: details(true) } },
  { quantity: null, subtotal: 500, parent: { invoice_item_details: details(false) } },
];

/** The relevant part of the provider's object. */
function sumsOf(fields: object): InvoiceSums {
  return toInvoiceState({
    ...{ id: "in_1", status: "paid", billing_reason: "subscription_cycle", currency: "eur", parent: null },
    ...{ created: 1_768_471_200, amount_paid: 1800, lines: { data: lines, has_more: false } },
    ...{ subtotal: 1800, total: 1800, total_discount_amounts: [], total_taxes: null },
    ...{ starting_balance: 0, ending_balance: 0, pre_payment_credit_notes_amount: 0 },
    ...fields,
  } as unknown as Stripe.Invoice).sums;
}

test.each<[string, object, Partial<InvoiceSums>]>([
  [
    "a renewal's lines are those that aren't prorations",
    {},
    {
      ...{ isForPeriod: true, createdAt: Date.parse("2026-01-15T10:00:00Z"), subtotal: 1800 },
      lines: [
        { quantity: 2, amount: 1800 },
        { quantity: 1, amount: 500 },
      ],
    },
  ],
  ["some of many lines are none", { lines: { data: lines, has_more: true } }, { lines: null }],
  ["a first invoice is no renewal", { billing_reason: "subscription_create" }, { isForPeriod: false }],
  [
    "discounts are added up",
    { total_discount_amounts: [{ amount: 100 }, { amount: 50 }] },
    { discount: 150 },
  ],
  [
    "only tax on top is added",
    {
      total_taxes: [
        { amount: 70, tax_behavior: "exclusive" },
        { amount: 19, tax_behavior: "inclusive" },
        { amount: 30, tax_behavior: "exclusive" },
      ],
    },
    { taxOnTop: 100 },
  ],
  [
    "the buyer's credit and credit notes reduce what is due",
    { starting_balance: -500, ending_balance: -100, pre_payment_credit_notes_amount: 200 },
    { total: 1800, due: 1200 },
  ],
  [
    "an amount that is too small to be paid now becomes the buyer's debt",
    { total: 20, ending_balance: 20 },
    { due: 0 },
  ],
  ["an invoice may have no balance yet", { ending_balance: null }, { due: 1800 }],
])("%s", (_, fields, sums) => {
  expect(sumsOf(fields)).toMatchObject(sums);
});
