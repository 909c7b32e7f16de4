import { describe, expect, it } from "vitest";
import {
  day,
  line,
  monthly,
  nowSeconds,
  startStandIn,
  subscribe,
  subscriptionOrder,
} from "./helpers/start-stand-in.ts";

const december2 = Date.parse("2026-12-02T12:00:00Z") / 1000;
const january2 = Date.parse("2027-01-02T12:00:00Z") / 1000;

type StandIn = Awaited<ReturnType<typeof startStandIn>>;

const types = ({ control }: StandIn) => control.events().map(({ type }) => type);

describe("a new subscription", () => {
  it("is active, with a paid invoice and a period that ends in a month", async () => {
    const standIn = await startStandIn();
    const { subscriptionId, customerId } = await subscribe(standIn, {
      subscription_data: { metadata: { member: "mem_1" } },
    });
    const subscription = await standIn.stripe.subscriptions.retrieve(subscriptionId, {
      expand: ["latest_invoice"],
    });
    expect(subscription).toMatchObject({
      billing_mode: { type: "flexible" },
      customer: customerId,
      items: {
        data: [
          { current_period_end: december2, current_period_start: nowSeconds, price: { unit_amount: 1200 } },
        ],
      },
      latest_invoice: {
        amount_paid: 1200,
        billing_reason: "subscription_create",
        parent: { subscription_details: { subscription: subscriptionId, metadata: { member: "mem_1" } } },
        status: "paid",
      },
      metadata: { member: "mem_1" },
      status: "active",
    });
    expect(subscription).not.toHaveProperty("current_period_end");
    expect(types(standIn)).toEqual([
      "customer.created",
      "payment_method.attached",
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "invoice.created",
      "customer.subscription.created",
      "invoice.finalized",
      "invoice.paid",
      "invoice.payment_succeeded",
      "invoice_payment.paid",
      "checkout.session.completed",
    ]);
  });

  it("puts what is bought once on the first invoice only", async () => {
    const standIn = await startStandIn();
    await subscribe(standIn, { line_items: [line(1200, monthly), line(500)] });
    await standIn.control.advance(31 * day);
    expect(standIn.control.events("invoice.paid")).toMatchObject([
      { data: { object: { total: 1700 } } },
      { data: { object: { total: 1200 } } },
    ]);
  });
});

describe("time passing", () => {
  it("renews every month, an hour after the draft of the invoice", async () => {
    const standIn = await startStandIn();
    const { subscriptionId } = await subscribe(standIn);
    const before = types(standIn).length;
    await standIn.control.advance(31 * day);
    expect(types(standIn).slice(before)).toEqual([
      "invoice.created",
      "customer.subscription.updated",
      "invoice.finalized",
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "invoice.paid",
      "invoice.payment_succeeded",
      "invoice_payment.paid",
    ]);
    expect(standIn.control.events("invoice.paid").map(({ created }) => created)).toEqual([
      nowSeconds,
      december2 + 3600,
    ]);
    expect(await standIn.stripe.subscriptions.retrieve(subscriptionId)).toMatchObject({
      items: { data: [{ current_period_start: december2, current_period_end: january2 }] },
      status: "active",
    });
  });

  it("catches up with all renewals when a year passes at once", async () => {
    const standIn = await startStandIn();
    await subscribe(standIn);
    await standIn.control.advance(366 * day);
    expect(standIn.control.events("invoice.paid")).toHaveLength(13);
  });

  it("ends up unpaid where the dashboard is set so, and collects no more", async () => {
    const standIn = await startStandIn();
    const { stripe, control } = standIn;
    const { subscriptionId } = await subscribe(standIn);
    control.endDunningIn("unpaid");
    control.refuseRenewals(subscriptionId);
    await control.advance(92 * day);
    expect((await stripe.subscriptions.retrieve(subscriptionId)).status).toBe("unpaid");
    const invoices = control.events("invoice.created").map(({ data }) => data.object as { id: string });
    const statuses = invoices.map(async ({ id }) => (await stripe.invoices.retrieve(id)).status);
    expect(await Promise.all(statuses)).toEqual(["paid", "open", "draft", "draft"]);
  });

  it("is past due when the card is refused, tries again, and is canceled in the end", async () => {
    const standIn = await startStandIn();
    const { subscriptionId } = await subscribe(standIn);
    standIn.control.refuseRenewals(subscriptionId);
    await standIn.control.advance(31 * day);
    const overdue = await standIn.stripe.subscriptions.retrieve(subscriptionId, {
      expand: ["latest_invoice"],
    });
    expect(overdue).toMatchObject({
      latest_invoice: { attempt_count: 1, next_payment_attempt: december2 + 3600 + 3 * day, status: "open" },
      status: "past_due",
    });
    await standIn.control.advance(20 * day);
    expect(await standIn.stripe.subscriptions.retrieve(subscriptionId)).toMatchObject({
      cancellation_details: { reason: "payment_failed" },
      status: "canceled",
    });
    expect(standIn.control.events("invoice.payment_failed")).toHaveLength(4);
    expect(standIn.control.events("customer.subscription.deleted")).toHaveLength(1);
    await standIn.control.advance(60 * day);
    expect(standIn.control.events("invoice.created")).toHaveLength(2);
  });

  it("is active again when a later try succeeds", async () => {
    const standIn = await startStandIn();
    const { subscriptionId } = await subscribe(standIn);
    standIn.control.refuseRenewals(subscriptionId);
    await standIn.control.advance(31 * day);
    standIn.control.refuseRenewals(subscriptionId, false);
    await standIn.control.advance(3 * day);
    expect((await standIn.stripe.subscriptions.retrieve(subscriptionId)).status).toBe("active");
  });

  it("lets a card pay first and refuse every renewal", async () => {
    const { stripe, control } = await startStandIn();
    const { id } = await stripe.checkout.sessions.create(subscriptionOrder());
    await control.pay(id, { email: "ada@example.com", card: "4000000000000341" });
    await control.advance(31 * day);
    const { subscription } = await stripe.checkout.sessions.retrieve(id, { expand: ["subscription"] });
    expect(subscription).toMatchObject({ status: "past_due" });
  });
});

describe("a change in the dashboard", () => {
  it("gives the next invoice another price or a discount, which can be expanded", async () => {
    const standIn = await startStandIn();
    const { stripe, control } = standIn;
    const { subscriptionId } = await subscribe(standIn);
    await control.setPrice(subscriptionId, 1500);
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: "forever" });
    await control.discount(subscriptionId, coupon.id);
    await control.advance(31 * day);
    const { data } = await stripe.invoices.list({ subscription: subscriptionId, expand: ["data.discounts"] });
    expect(data).toMatchObject([
      {
        ...{ amount_paid: 750, subtotal: 1500 },
        discounts: [{ object: "discount", promotion_code: null, source: { coupon: coupon.id } }],
        lines: { data: [{ quantity: 1, subtotal: 1500 }] },
      },
      { amount_paid: 1200, discounts: [] },
    ]);
    const subscription = await stripe.subscriptions.retrieve(subscriptionId);
    expect(subscription.items.data).toMatchObject([{ price: { unit_amount: 1500 }, plan: { amount: 1500 } }]);
  });
});

describe("cancelling", () => {
  it("ends a subscription at once, and renews and refunds nothing", async () => {
    const standIn = await startStandIn();
    const { stripe, control } = standIn;
    const { subscriptionId } = await subscribe(standIn);
    const cancelled = await stripe.subscriptions.cancel(subscriptionId, {
      cancellation_details: { comment: "Bought twice" },
      invoice_now: false,
      prorate: false,
    });
    expect(cancelled).toMatchObject({
      status: "canceled",
      ended_at: nowSeconds,
      cancellation_details: { comment: "Bought twice", reason: "cancellation_requested" },
    });
    await control.advance(60 * day);
    expect(control.events("customer.subscription.deleted")).toHaveLength(1);
    expect(control.events("invoice.paid")).toHaveLength(1);
    expect(control.events("charge.refunded")).toHaveLength(0);
  });

  it("doesn't find one that has ended, or that never was", async () => {
    const standIn = await startStandIn();
    const { stripe } = standIn;
    const { subscriptionId } = await subscribe(standIn);
    await stripe.subscriptions.cancel(subscriptionId);
    for (const id of [subscriptionId, "sub_unknown"]) {
      await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({
        statusCode: 404,
        code: "resource_missing",
      });
    }
    expect((await stripe.subscriptions.retrieve(subscriptionId)).status).toBe("canceled");
  });

  it("stops retrying an open invoice", async () => {
    const standIn = await startStandIn();
    const { stripe, control } = standIn;
    const { subscriptionId } = await subscribe(standIn);
    control.refuseRenewals(subscriptionId);
    await control.advance(31 * day);
    await stripe.subscriptions.cancel(subscriptionId);
    control.refuseRenewals(subscriptionId, false);
    await control.advance(20 * day);
    expect(control.events("invoice.paid")).toHaveLength(1);
    expect(control.events("customer.subscription.deleted")).toHaveLength(1);
  });
});

describe("a cancellation by the API", () => {
  const cancelled = { status: "active", cancel_at: december2, canceled_at: nowSeconds };

  it("at the end of the period is planned, can be withdrawn, and is reported each time", async () => {
    const standIn = await startStandIn();
    const { stripe, control } = standIn;
    const { subscriptionId: id } = await subscribe(standIn);
    const details = { comment: "Too many prints" };
    const update = { cancel_at_period_end: true, cancellation_details: details };
    expect(await stripe.subscriptions.update(id, update)).toMatchObject({
      ...{ ...cancelled, cancel_at_period_end: true },
      cancellation_details: { ...details, reason: "cancellation_requested" },
    });
    expect(await stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({
      ...{ cancel_at: null, cancel_at_period_end: false, canceled_at: null },
      cancellation_details: { reason: null },
    });
    await stripe.subscriptions.update(id, update);
    expect(control.events("customer.subscription.updated")).toMatchObject([
      { data: { previous_attributes: { cancel_at: null, cancel_at_period_end: false } } },
      { data: { previous_attributes: { cancel_at: december2, cancel_at_period_end: true } } },
      { data: { object: { cancel_at: december2 } } },
    ]);
    await control.advance(31 * day);
    expect(control.events("customer.subscription.deleted")).toHaveLength(1);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      ...{ status: "canceled", ended_at: december2, canceled_at: nowSeconds, cancel_at: december2 },
    });
    expect(control.events("invoice.paid")).toHaveLength(1);
    await expect(stripe.subscriptions.update(id, update)).rejects.toThrow("A canceled subscription can only");
  });

  it("at a time ends it then, and `cancel_at` may name the end of the period", async () => {
    const standIn = await startStandIn();
    const { stripe, control } = standIn;
    const { subscriptionId: id } = await subscribe(standIn);
    for (const cancel_at of ["min_period_end", "max_period_end"] as const) {
      expect(await stripe.subscriptions.update(id, { cancel_at })).toMatchObject({
        ...{ ...cancelled, cancel_at_period_end: false },
      });
    }
    expect(await stripe.subscriptions.update(id, { cancel_at: "" })).toMatchObject({ cancel_at: null });
    await stripe.subscriptions.update(id, { cancel_at: nowSeconds + 5 * day });
    await control.advance(6 * day);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ ended_at: nowSeconds + 5 * day });
  });

  it("is refused in the past, and with two ends", async () => {
    const standIn = await startStandIn();
    const { subscriptionId: id } = await subscribe(standIn);
    const { subscriptions } = standIn.stripe;
    await expect(subscriptions.update(id, { cancel_at: nowSeconds - 1 })).rejects.toMatchObject({
      param: "cancel_at",
    });
    const both = { cancel_at: "min_period_end" as const, cancel_at_period_end: true };
    await expect(subscriptions.update(id, both)).rejects.toThrow("only specify one");
    expect(await subscriptions.retrieve(id)).toMatchObject({ cancel_at: null, status: "active" });
  });
});
