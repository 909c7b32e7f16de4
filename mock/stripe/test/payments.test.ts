import type { Stripe } from "stripe";
import { describe, expect, it } from "vitest";
import { day, line, order, startStandIn, subscribe, subscriptionOrder } from "./helpers/start-stand-in.ts";

const email = "ada@example.com";

/** A stand-in with a session that was paid by card. */
async function startPaid(card?: string) {
  const standIn = await startStandIn();
  const { id } = await standIn.stripe.checkout.sessions.create(order());
  await standIn.control.pay(id, { email, ...(card && { card }) });
  return { ...standIn, id };
}

async function chargeOf(stripe: Stripe, sessionId: string) {
  const expand = ["payment_intent.latest_charge"];
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(sessionId, { expand });
  return typeof intent === "object" ? intent?.latest_charge : null;
}

describe("paying once", () => {
  it("completes the session with a payment that has succeeded", async () => {
    const { stripe, control } = await startStandIn();
    const { id } = await stripe.checkout.sessions.create(order());
    expect(await control.pay(id, { email, name: "Ada" })).toBe(
      `https://shop.example/thanks?session_id=${id}`,
    );
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });
    expect(session).toMatchObject({
      customer: null,
      customer_details: { email, name: "Ada" },
      payment_intent: {
        amount_received: 4800,
        status: "succeeded",
        latest_charge: {
          billing_details: { email },
          payment_method_details: { card: { last4: "4242" } },
          status: "succeeded",
        },
      },
      payment_status: "paid",
      status: "complete",
      url: null,
    });
    expect(control.events().map(({ type }) => type)).toEqual([
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "checkout.session.completed",
    ]);
  });

  it("includes the address in the session, the payment and the charge", async () => {
    const { stripe, control } = await startStandIn();
    const { id } = await stripe.checkout.sessions.create(
      order({
        phone_number_collection: { enabled: true },
        shipping_address_collection: { allowed_countries: ["IE"] },
      }),
    );
    const address = {
      city: "Cork",
      country: "IE",
      line1: "Quay 1",
      line2: null,
      postal_code: "T12",
      state: null,
    };
    await control.pay(id, { email, phone: "+353 1 555 0142", shipping: { name: "Ada", address } });
    expect(
      await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] }),
    ).toMatchObject({
      collected_information: { shipping_details: { name: "Ada", address } },
      customer_details: { name: "Ada", address, phone: "+353 1 555 0142" },
      payment_intent: {
        shipping: { name: "Ada", address },
        latest_charge: { shipping: { name: "Ada", address } },
      },
    });
  });

  it("400 for a country that Stripe doesn't ship to", async () => {
    const { stripe } = await startStandIn();
    await expect(
      stripe.checkout.sessions.create(order({ shipping_address_collection: { allowed_countries: ["KP"] } })),
    ).rejects.toMatchObject({
      statusCode: 400,
      param: "shipping_address_collection[allowed_countries][0]",
    });
  });

  it("needs no payment when everything is free", async () => {
    const { stripe, control } = await startStandIn();
    const { id } = await stripe.checkout.sessions.create(order({ line_items: [line(0)] }));
    await control.pay(id, { email });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      payment_intent: null,
      payment_status: "no_payment_required",
      status: "complete",
    });
  });

  it("stays open after a declined card, and continues with the same payment intent", async () => {
    const { stripe, control } = await startStandIn();
    const { id } = await stripe.checkout.sessions.create(order());
    expect(await control.pay(id, { email, card: "4000000000000002" })).toBeNull();
    const declined = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] });
    expect(declined).toMatchObject({
      payment_intent: { last_payment_error: { code: "card_declined" }, status: "requires_payment_method" },
      payment_status: "unpaid",
      status: "open",
    });
    await control.pay(id, { email });
    const paid = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] });
    expect(paid).toMatchObject({ payment_intent: { status: "succeeded" } });
    expect(control.events("payment_intent.created")).toHaveLength(1);
    expect(control.events("charge.failed")).toHaveLength(1);
  });

  it("cancels the payment intent of a session that expires after a declined card", async () => {
    const { stripe, control } = await startStandIn();
    const { id } = await stripe.checkout.sessions.create(order());
    await control.pay(id, { email, card: "4000000000000002" });
    await stripe.checkout.sessions.expire(id);
    const expired = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] });
    expect(expired).toMatchObject({ payment_intent: { status: "canceled" } });
  });
});

describe("paying later", () => {
  it("completes the session unpaid, and reports when the money has arrived", async () => {
    const { stripe, control } = await startStandIn();
    const { id } = await stripe.checkout.sessions.create(order());
    await control.pay(id, { email, paid: "later" });
    expect(await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] })).toMatchObject({
      payment_intent: { status: "processing" },
      payment_status: "unpaid",
      status: "complete",
    });
    await control.settle(id, "succeed");
    expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe("paid");
    expect(control.events().map(({ type }) => type)).toEqual([
      "payment_intent.created",
      "charge.pending",
      "payment_intent.processing",
      "checkout.session.completed",
      "charge.succeeded",
      "payment_intent.succeeded",
      "checkout.session.async_payment_succeeded",
    ]);
  });

  it("stays unpaid when the money doesn't arrive", async () => {
    const { stripe, control } = await startStandIn();
    const { id } = await stripe.checkout.sessions.create(order());
    await control.pay(id, { email, paid: "later" });
    await control.settle(id, "fail");
    expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe("unpaid");
    expect(control.events("checkout.session.async_payment_failed")).toHaveLength(1);
    await expect(control.settle(id, "succeed")).rejects.toThrow("is not waiting for a payment");
  });

  it.each([
    ["succeed", "active", "paid"],
    ["fail", "past_due", "open"],
  ] as const)(
    "makes a subscription active, also while the payment is pending: %s",
    async (outcome, status, invoiceStatus) => {
      const { stripe, control } = await startStandIn();
      const { id } = await stripe.checkout.sessions.create(subscriptionOrder());
      await control.pay(id, { email, paid: "later" });
      const expand = ["subscription", "invoice"];
      expect(await stripe.checkout.sessions.retrieve(id, { expand })).toMatchObject({
        invoice: { status: "open" },
        subscription: { status: "active" },
      });
      await control.settle(id, outcome);
      expect(await stripe.checkout.sessions.retrieve(id, { expand })).toMatchObject({
        invoice: { status: invoiceStatus },
        subscription: { status },
      });
    },
  );

  it("tries a subscription's failed debit again, renews it while it is pending, and cancels it in the end", async () => {
    const { stripe, control } = await startStandIn();
    const { id } = await stripe.checkout.sessions.create(subscriptionOrder());
    await control.pay(id, { email, paid: "later" });
    await control.advance(31 * day);
    expect(control.events("invoice.created")).toHaveLength(2);
    await control.settle(id, "fail");
    await control.advance(16 * day);
    expect(control.events("invoice.payment_failed").length).toBeGreaterThanOrEqual(4);
    expect(await stripe.checkout.sessions.retrieve(id, { expand: ["subscription"] })).toMatchObject({
      subscription: { status: "canceled", cancellation_details: { reason: "payment_failed" } },
    });
  });
});

describe("refunds", () => {
  it("returns a part, then the rest, and reports both", async () => {
    const { stripe, control, id } = await startPaid();
    const refund = await control.refund(id, 800);
    expect(refund).toMatchObject({ amount: 800, status: "succeeded" });
    await control.refund(id);
    expect(control.events("charge.refunded")).toMatchObject([
      {
        data: {
          object: { amount_refunded: 800, refunded: false },
          previous_attributes: { amount_refunded: 0 },
        },
      },
      { data: { object: { amount_refunded: 4800, refunded: true } } },
    ]);
    const refunds = await stripe.refunds.list({ payment_intent: String(refund.payment_intent) });
    expect(refunds.data.map(({ amount }) => amount)).toEqual([4000, 800]);
    expect((await stripe.refunds.list({ payment_intent: "pi_other" })).data).toEqual([]);
  });

  it("are made by the API too, by payment intent, once for an idempotency key", async () => {
    const { stripe, control, id } = await startPaid();
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(id);
    const wanted = { payment_intent: String(intent), amount: 800, metadata: { request: "r1" } };
    const refund = await stripe.refunds.create(wanted, { idempotencyKey: "once" });
    expect(refund).toMatchObject({
      metadata: { request: "r1" },
      amount: 800,
      currency: "usd",
      payment_intent: intent,
      status: "succeeded",
    });
    expect((await stripe.refunds.create(wanted, { idempotencyKey: "once" })).id).toBe(refund.id);
    expect(await chargeOf(stripe, id)).toMatchObject({ amount_refunded: 800 });
    expect(await stripe.refunds.create({ payment_intent: String(intent) })).toMatchObject({ amount: 4000 });
    expect(control.events("refund.created")).toHaveLength(2);
    await expect(stripe.refunds.create(wanted)).rejects.toMatchObject({ code: "charge_already_refunded" });
    await expect(stripe.refunds.create({ payment_intent: "pi_other" })).rejects.toMatchObject({
      statusCode: 400,
      code: "resource_missing",
    });
  });

  it("refuses more than was paid, and what was refunded before", async () => {
    const { control, id } = await startPaid();
    await expect(control.refund(id, 4801)).rejects.toMatchObject({
      status: 400,
      details: { param: "amount" },
    });
    await control.refund(id);
    await expect(control.refund(id)).rejects.toMatchObject({ details: { code: "charge_already_refunded" } });
  });

  it("fails a minute later for the test card with that behaviour, and the charge isn't refunded any more", async () => {
    const { stripe, control, id } = await startPaid("4000000000005126");
    const refund = await control.refund(id, 800);
    expect(refund.status).toBe("succeeded");
    expect(await chargeOf(stripe, id)).toMatchObject({ amount_refunded: 800 });
    await control.advance(60);
    expect((await stripe.refunds.list()).data).toMatchObject([
      { id: refund.id, status: "failed", failure_reason: "expired_or_canceled_card" },
    ]);
    expect(await chargeOf(stripe, id)).toMatchObject({ amount_refunded: 0, refunded: false });
    expect(
      control
        .events()
        .map(({ type }) => type)
        .slice(-4),
    ).toEqual(["charge.refunded", "refund.updated", "charge.refund.updated", "refund.failed"]);
  });

  it("fails once on request, and can be tried again", async () => {
    const { stripe, control, id } = await startPaid();
    const refund = await control.refund(id);
    await control.failRefund(refund.id);
    expect(await chargeOf(stripe, id)).toMatchObject({ amount_refunded: 0 });
    await expect(control.failRefund(refund.id)).rejects.toThrow("already failed");
    expect((await control.refund(id)).amount).toBe(4800);
  });
});

describe("disputes", () => {
  it("opens one with every payment of the test card with that behaviour", async () => {
    const { stripe, control, id } = await startPaid("4000000000000259");
    expect(control.events("charge.dispute.created")).toMatchObject([
      { data: { object: { amount: 4800, currency: "usd", reason: "fraudulent", status: "needs_response" } } },
    ]);
    expect(await chargeOf(stripe, id)).toMatchObject({ disputed: true });
    expect(control.events().map(({ type }) => type)).toEqual([
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
      "checkout.session.completed",
    ]);
  });

  it.each([
    ["won", ["charge.dispute.closed", "charge.dispute.funds_reinstated"]],
    ["lost", ["charge.dispute.updated", "charge.dispute.closed"]],
  ] as const)("reports the outcome: %s", async (status, types) => {
    const { stripe, control, id } = await startPaid();
    const dispute = await control.dispute(id, "product_not_received");
    await control.changeDispute(dispute.id, "under_review");
    await control.changeDispute(dispute.id, status);
    expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({
      status,
      reason: "product_not_received",
    });
    expect(
      control
        .events()
        .map(({ type }) => type)
        .slice(-2),
    ).toEqual(types);
    await expect(control.changeDispute(dispute.id, "won")).rejects.toThrow("already closed");
  });

  it.each([
    ["needs_response", [], false],
    ["under_review", ["under_review"], false],
    ["lost", ["lost"], false],
    ["won", ["under_review", "won"], true],
  ] as const)("is refundable only once the money is back: %s", async (_, path, isRefundable) => {
    const { stripe, control, id } = await startPaid();
    const dispute = await control.dispute(id);
    for (const status of path) await control.changeDispute(dispute.id, status);
    expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({ is_charge_refundable: isRefundable });
    expect(await chargeOf(stripe, id)).toMatchObject({ disputed: true });
    if (isRefundable) expect(await control.refund(id)).toMatchObject({ amount: 4800 });
    else await expect(control.refund(id)).rejects.toMatchObject({ details: { code: "charge_disputed" } });
  });

  it("opens several on one charge, up to its amount, and none is refundable while one isn't", async () => {
    const { control, id } = await startPaid();
    const first = await control.dispute(id, "duplicate", { amount: 1800 });
    await expect(control.dispute(id, "general", { amount: 3001 })).rejects.toThrow("can't be disputed");
    expect(await control.dispute(id, "general")).toMatchObject({ amount: 3000 });
    await expect(control.dispute(id)).rejects.toThrow("can't be disputed");
    await control.changeDispute(first.id, "won");
    await expect(control.refund(id)).rejects.toMatchObject({ details: { code: "charge_disputed" } });
    expect(await control.dispute(id)).toMatchObject({ amount: 1800 });
  });

  it("begins as an inquiry, which takes no money until it becomes a dispute", async () => {
    const { stripe, control, id } = await startPaid();
    const types = () => control.events().flatMap(({ type }) => (type.includes("dispute") ? [type] : []));
    const inquiry = await control.dispute(id, "unrecognized", { isInquiry: true });
    expect(inquiry).toMatchObject({ status: "warning_needs_response", is_charge_refundable: true });
    expect(types()).toEqual(["charge.dispute.created"]);
    await expect(control.changeDispute(inquiry.id, "won")).rejects.toThrow("can't become won");
    await control.changeDispute(inquiry.id, "needs_response");
    expect(types().slice(1)).toEqual(["charge.dispute.updated", "charge.dispute.funds_withdrawn"]);
    expect(await stripe.disputes.retrieve(inquiry.id)).toMatchObject({ is_charge_refundable: false });
  });

  it("ends an inquiry when the payment is refunded in full", async () => {
    const { stripe, control, id } = await startPaid();
    const { id: inquiry } = await control.dispute(id, "unrecognized", { isInquiry: true });
    await control.refund(id, 800);
    expect(await stripe.disputes.retrieve(inquiry)).toMatchObject({ status: "warning_needs_response" });
    await control.refund(id);
    expect(await stripe.disputes.retrieve(inquiry)).toMatchObject({ status: "warning_closed" });
  });
});

it("has nothing in a payment method's billing details that Stripe hasn't", async () => {
  const { stripe, control } = await startStandIn();
  const { id } = await stripe.checkout.sessions.create(
    order({ shipping_address_collection: { allowed_countries: ["IE"] } }),
  );
  const address = {
    city: "Cork",
    country: "IE",
    line1: "Quay 1",
    line2: null,
    postal_code: "T12",
    state: null,
  };
  await control.pay(id, { email, shipping: { name: "Ada", address } });
  const expand = ["payment_intent.payment_method"];
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(id, { expand });
  const method = typeof intent === "object" ? intent?.payment_method : null;
  const details = typeof method === "object" ? method?.billing_details : null;
  expect(Object.keys(details ?? {}).sort()).toEqual(["address", "email", "name", "phone", "tax_id"]);
});

it("finds the invoice of a payment through invoice_payments, because neither names the other", async () => {
  const standIn = await startStandIn();
  const { sessionId } = await subscribe(standIn);
  const [created] = standIn.control.events("payment_intent.created");
  const intent = created?.data.object as { id: string } | undefined;
  const payments = await standIn.stripe.invoicePayments.list({
    payment: { type: "payment_intent", payment_intent: intent?.id ?? "" },
  });
  const session = await standIn.stripe.checkout.sessions.retrieve(sessionId);
  expect(payments.data).toMatchObject([{ invoice: session.invoice, status: "paid" }]);
});
