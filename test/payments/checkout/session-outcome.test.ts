import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { chosenRate, type Offers } from "../../../server/domain/offers.ts";
import { toOutcome } from "../../../server/payments/checkout/session-outcome.ts";
import { toInvoiceState } from "../../../server/payments/events/invoice-state.ts";

const fetchedAt = Date.parse("2026-01-15T10:00:00Z");

/** The relevant part of the provider's objects. */
const session = (fields: Partial<Stripe.Checkout.Session>) =>
  ({
    status: "complete",
    payment_status: "unpaid",
    amount_subtotal: 900,
    amount_total: 900,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    currency: "eur",
    payment_intent: null,
    subscription: null,
    customer_details: null,
    collected_information: null,
    url: null,
    ...fields,
  }) as Stripe.Checkout.Session;

const intent = (status: Stripe.PaymentIntent.Status) =>
  ({ id: "pi_1", status, amount_received: 900, currency: "eur" }) as Stripe.PaymentIntent;

function invoice(status: Stripe.Invoice.Status, payment: Stripe.PaymentIntent.Status, paid = "open") {
  const of = {
    id: "inpay_1",
    amount_paid: paid === "paid" ? 900 : null,
    amount_requested: 900,
    created: 1,
    currency: "eur",
    payment: { type: "payment_intent", payment_intent: intent(payment) },
    status: paid,
    status_transitions: { canceled_at: null, paid_at: paid === "paid" ? 1_768_000_000 : null },
  };
  return toInvoiceState({
    id: "in_1",
    status,
    amount_paid: paid === "paid" ? 900 : 0,
    currency: "eur",
    parent: null,
    payments: { data: [of] },
    lines: { data: [], has_more: false },
  } as unknown as Stripe.Invoice);
}

const outcomeOf = (...args: [Stripe.Checkout.Session, ReturnType<typeof invoice>?]) =>
  toOutcome(args[0], fetchedAt, args[1]);

describe("the shipping rate that the buyer chose", () => {
  const chosen = (shippingRate: string, status: Stripe.Checkout.Session.Status = "complete") =>
    outcomeOf(
      session({
        status,
        shipping_cost: {
          ...{ amount_subtotal: 490, amount_tax: 0, amount_total: 490 },
          shipping_rate: shippingRate,
        },
        shipping_options: [
          { shipping_amount: 490, shipping_rate: "shr_1" },
          { shipping_amount: 490, shipping_rate: "shr_2" },
        ],
      }),
    ).shippingChoice;

  test("is found by its place among the offered ones", () => {
    expect(chosen("shr_2")).toEqual({ index: 1, priceInCents: 490 });
  });

  test("isn't known if it wasn't offered, and while the buyer may choose another", () => {
    expect(chosen("shr_3")).toBeNull();
    expect(chosen("shr_1", "open")).toBeNull();
  });

  test("is named only if the session offered it at this price", () => {
    const rate = { rateId: "ship_1", name: "Express", priceInCents: 490, days: null };
    const offers: Offers = { shipping: [rate], takesCodes: false, tax: "off" };
    expect(chosenRate(offers, { index: 0, priceInCents: 490 })).toEqual({ name: "Express" });
    expect(chosenRate(offers, { index: 0, priceInCents: 0 })).toBeNull();
    expect(chosenRate(offers, { index: 1, priceInCents: 490 })).toBeNull();
    expect(chosenRate(null, { index: 0, priceInCents: 490 })).toBeNull();
  });
});

describe("a complete session that isn't paid", () => {
  test.each([
    ["processing", "pending"],
    ["requires_action", "pending"],
    ["requires_confirmation", "pending"],
    ["requires_capture", "pending"],
    ["requires_payment_method", "failed"],
    ["canceled", "failed"],
  ] as const)("whose payment intent is %s is %s", (status, paymentOutcome) => {
    expect(outcomeOf(session({ payment_intent: intent(status) }))).toMatchObject({
      status: "complete",
      paymentStatus: "unpaid",
      paymentOutcome,
      paymentId: "pi_1",
      paid: null,
      payments: [],
    });
  });

  test.each([
    ["open", "processing", "pending"],
    ["open", "requires_action", "pending"],
    ["open", "requires_payment_method", "failed"],
    ["void", "requires_payment_method", "failed"],
    ["uncollectible", "processing", "failed"],
  ] as const)(
    "whose first invoice is %s with a payment that is %s is %s",
    (status, payment, paymentOutcome) => {
      expect(outcomeOf(session({ mode: "subscription" }), invoice(status, payment))).toMatchObject({
        paymentStatus: "unpaid",
        paymentOutcome,
        payments: [],
      });
    },
  );

  test("whose first invoice was paid at a later attempt is paid", () => {
    expect(outcomeOf(session({ mode: "subscription" }), invoice("paid", "succeeded", "paid"))).toMatchObject({
      paymentStatus: "paid",
      paymentOutcome: "paid",
      paymentId: "pi_1",
      paid: { amount: 900, currency: "eur" },
      payments: [{ id: "pi_1", invoiceId: "in_1", amount: 900, currency: "eur", paidAt: 1_768_000_000_000 }],
    });
  });
});

test("the paid amount is what the payment intent received, and zero for a free session", () => {
  const received = { ...intent("succeeded"), amount_received: 700, currency: "usd" } as Stripe.PaymentIntent;
  expect(outcomeOf(session({ payment_status: "paid", payment_intent: received }))).toMatchObject({
    paid: { amount: 700, currency: "usd" },
    payments: [{ id: "pi_1", invoiceId: null, amount: 700, currency: "usd", paidAt: fetchedAt }],
  });
  expect(outcomeOf(session({ payment_status: "no_payment_required", amount_total: 0 }))).toMatchObject({
    paymentOutcome: "paid",
    paid: { amount: 0, currency: "eur" },
    payments: [],
  });
});

test("an open session has no outcome, and an unknown status is an error", () => {
  expect(outcomeOf(session({ status: "open", payment_status: "no_payment_required" }))).toMatchObject({
    paymentOutcome: null,
    paid: null,
  });
  expect(() => outcomeOf(session({ payment_status: "halfway" }))).toThrow(/Unknown value "halfway"/);
});

test("omitted fields of an address are null", () => {
  const address = {
    line1: "7 Quay Street",
    line2: "",
    city: "Galway",
    state: "",
    postal_code: null,
    country: "IE",
  };
  const shipping = {
    name: "Ines Duarte",
    address,
  } as Stripe.Checkout.Session.CollectedInformation.ShippingDetails;
  const collected = { business_name: null, individual_name: null, shipping_details: shipping };
  expect(outcomeOf(session({ collected_information: collected }))).toMatchObject({
    customerName: "Ines Duarte",
    shippingAddress: {
      name: "Ines Duarte",
      line1: "7 Quay Street",
      line2: null,
      city: "Galway",
      state: null,
      postalCode: null,
      country: "IE",
    },
  });
});
