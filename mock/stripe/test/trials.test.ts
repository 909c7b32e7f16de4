import { describe, expect, it } from "vitest";
import {
  day,
  nowSeconds,
  order,
  startStandIn,
  submit,
  subscribe,
  subscriptionOrder,
} from "./helpers/start-stand-in.ts";

const trialOf = (days: number) => ({ subscription_data: { trial_period_days: days } });
const november16 = nowSeconds + 14 * day;
const december16 = Date.parse("2026-12-16T12:00:00Z") / 1000;

describe("a session with a trial", () => {
  it("costs nothing at first, and says so on its page", async () => {
    const { stripe } = await startStandIn();
    const session = await stripe.checkout.sessions.create(subscriptionOrder(trialOf(14)));
    expect(session).toMatchObject({
      amount_subtotal: 0,
      amount_total: 0,
      payment_status: "no_payment_required",
    });
    const page = await (await fetch(String(session.url))).text();
    expect(page).toContain("14 days free");
    expect(page).toContain("Then $12.00 per month");
    expect(page).toContain("Start trial");
  });

  it("is refused in payment mode, and for no days at all", async () => {
    const { stripe } = await startStandIn();
    await expect(stripe.checkout.sessions.create(order(trialOf(14)))).rejects.toMatchObject({
      param: "subscription_data",
    });
    await expect(stripe.checkout.sessions.create(subscriptionOrder(trialOf(0)))).rejects.toMatchObject({
      param: "subscription_data[trial_period_days]",
    });
  });

  it("declines a card that would be declined", async () => {
    const { stripe } = await startStandIn();
    const { id, url } = await stripe.checkout.sessions.create(subscriptionOrder(trialOf(14)));
    const page = await submit(String(url), { email: "ada@example.com", outcome: "decline" });
    expect(await page.text()).toContain("declined");
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("open");
  });
});

describe("a trial", () => {
  it("starts with a paid invoice of 0", async () => {
    const standIn = await startStandIn();
    const { sessionId, subscriptionId } = await subscribe(standIn, trialOf(14));
    const session = await standIn.stripe.checkout.sessions.retrieve(sessionId, {
      expand: ["invoice", "subscription"],
    });
    expect(session).toMatchObject({
      amount_total: 0,
      payment_intent: null,
      payment_status: "no_payment_required",
      invoice: {
        amount_paid: 0,
        billing_reason: "subscription_create",
        lines: { data: [{ amount: 0, description: "Trial period for Stoneware mug" }] },
        status: "paid",
      },
      subscription: {
        id: subscriptionId,
        billing_cycle_anchor: november16,
        items: { data: [{ current_period_end: november16, current_period_start: nowSeconds }] },
        status: "trialing",
        trial_end: november16,
        trial_start: nowSeconds,
      },
    });
    expect(standIn.control.events("charge.succeeded")).toHaveLength(0);
  });

  it("ends with the first payment, a month before the next", async () => {
    const standIn = await startStandIn();
    const { subscriptionId } = await subscribe(standIn, trialOf(14));
    await standIn.control.advance(14 * day);
    expect((await standIn.stripe.subscriptions.retrieve(subscriptionId)).status).toBe("active");
    await standIn.control.advance(3600);
    expect(standIn.control.events("invoice.paid")).toMatchObject([
      { data: { object: { total: 0 } } },
      { created: november16 + 3600, data: { object: { total: 1200, billing_reason: "subscription_cycle" } } },
    ]);
    await standIn.control.advance(30 * day);
    const { items } = await standIn.stripe.subscriptions.retrieve(subscriptionId);
    expect(items.data[0]?.current_period_start).toBe(december16);
    expect(standIn.control.events("invoice.paid")).toHaveLength(3);
  });

  it.each([
    [14, nowSeconds + 11 * day],
    [2, nowSeconds],
  ])("of %i days announces its end once", async (days, at) => {
    const standIn = await startStandIn();
    await subscribe(standIn, trialOf(days));
    await standIn.control.advance(40 * day);
    expect(
      standIn.control.events("customer.subscription.trial_will_end").map(({ created }) => created),
    ).toEqual([at]);
  });

  it("that is cancelled costs nothing", async () => {
    const standIn = await startStandIn();
    const { subscriptionId } = await subscribe(standIn, trialOf(14));
    await standIn.stripe.subscriptions.cancel(subscriptionId);
    await standIn.control.advance(60 * day);
    expect(standIn.control.events("charge.succeeded")).toHaveLength(0);
    expect(standIn.control.events("customer.subscription.trial_will_end")).toHaveLength(0);
  });

  it("is past due when the first payment fails", async () => {
    const standIn = await startStandIn();
    const { subscriptionId } = await subscribe(standIn, trialOf(14));
    standIn.control.refuseRenewals(subscriptionId);
    await standIn.control.advance(14 * day + 3600);
    expect((await standIn.stripe.subscriptions.retrieve(subscriptionId)).status).toBe("past_due");
  });
});

describe("changing a price", () => {
  const newPrice = (unitAmount = 1500, changes = {}) => ({
    currency: "usd",
    product_data: { name: "Stoneware mug" },
    recurring: { interval: "month" as const },
    unit_amount: unitAmount,
    ...changes,
  });

  async function reprice() {
    const standIn = await startStandIn();
    const { subscriptionId } = await subscribe(standIn, { line_items: subscriptionOrder().line_items ?? [] });
    const { items } = await standIn.stripe.subscriptions.retrieve(subscriptionId);
    return { ...standIn, subscriptionId, item: String(items.data[0]?.id) };
  }

  it("costs nothing now, and holds from the next period", async () => {
    const { stripe, control, subscriptionId, item } = await reprice();
    const price = await stripe.prices.create(newPrice());
    const changed = await stripe.subscriptions.update(subscriptionId, {
      items: [{ id: item, price: price.id }],
      proration_behavior: "none",
    });
    expect(changed).toMatchObject({
      items: { data: [{ id: item, price: { id: price.id, unit_amount: 1500 } }] },
    });
    expect(control.events("invoice.paid")).toHaveLength(1);
    await control.advance(31 * day);
    expect(control.events("invoice.paid").at(-1)).toMatchObject({ data: { object: { amount_paid: 1500 } } });
  });

  it("is refused for another item, an unknown price, an ended subscription and with a proration", async () => {
    const { stripe, control, subscriptionId, item } = await reprice();
    const price = await stripe.prices.create(newPrice());
    const update = (items: { id: string; price: string }[], proration: "none" | "always_invoice" = "none") =>
      stripe.subscriptions.update(subscriptionId, { items, proration_behavior: proration });
    await expect(update([{ id: "si_other", price: price.id }])).rejects.toMatchObject({
      param: "items[0][id]",
    });
    await expect(update([{ id: item, price: "price_other" }])).rejects.toMatchObject({
      code: "resource_missing",
    });
    await expect(update([{ id: item, price: price.id }], "always_invoice")).rejects.toMatchObject({
      param: "proration_behavior",
    });
    await control.cancelSubscription(subscriptionId);
    await expect(update([{ id: item, price: price.id }])).rejects.toMatchObject({ statusCode: 400 });
  });
});
