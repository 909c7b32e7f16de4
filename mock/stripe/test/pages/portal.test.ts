import type { Stripe } from "stripe";
import { describe, expect, it } from "vitest";
import { day, startStandIn, submit, subscribe } from "../helpers/start-stand-in.ts";

const december2 = Date.parse("2026-12-02T12:00:00Z") / 1000;

const features: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: "at_period_end" },
};

async function openPortal(changes: Partial<typeof features> = {}) {
  const standIn = await startStandIn();
  const { subscriptionId, customerId } = await subscribe(standIn);
  const configuration = await standIn.stripe.billingPortal.configurations.create({
    features: { ...features, ...changes },
  });
  const openAgain = async () => {
    const session = await standIn.stripe.billingPortal.sessions.create({
      customer: customerId,
      configuration: configuration.id,
      return_url: "https://shop.example/account",
    });
    return session.url;
  };
  return { ...standIn, subscriptionId, customerId, configuration, url: await openAgain(), openAgain };
}

describe("portal sessions", () => {
  it("404 resource_missing for another account's customer", async () => {
    const { stripe, customerId, configuration } = await openPortal();
    await expect(
      stripe.billingPortal.sessions.create(
        { customer: customerId, configuration: configuration.id },
        { stripeAccount: "acct_other" },
      ),
    ).rejects.toMatchObject({ code: "resource_missing", param: "customer" });
  });

  it("404 resource_missing for an unknown configuration", async () => {
    const { stripe, customerId } = await openPortal();
    await expect(
      stripe.billingPortal.sessions.create({ customer: customerId, configuration: "bpc_unknown" }),
    ).rejects.toMatchObject({ code: "resource_missing", param: "configuration" });
  });
});

describe("the portal page", () => {
  it("200 shows the subscription, the card, the invoices and the way back", async () => {
    const { url } = await openPortal();
    const page = await (await fetch(url)).text();
    for (const text of [
      "Stoneware mug",
      "$12.00",
      "Renews on December 2, 2026",
      "Visa •••• 4242",
      "-0001",
      "https://shop.example/account",
    ]) {
      expect(page).toContain(text);
    }
    expect(page).not.toContain("<script");
  });

  it("200 shows an invoice", async () => {
    const { stripe, url, subscriptionId } = await openPortal();
    const { latest_invoice } = await stripe.subscriptions.retrieve(subscriptionId);
    const invoice = await stripe.invoices.retrieve(String(latest_invoice));
    expect(await (await fetch(url)).text()).toContain(`/invoices/${invoice.id}`);
    const page = await (await fetch(String(invoice.hosted_invoice_url))).text();
    expect(page).toContain(String(invoice.number));
    expect(page).toContain("1 × Stoneware mug");
  });

  it("200 says that the link is too old: unopened after five minutes", async () => {
    const { url, control } = await openPortal();
    await control.advance(5 * 60);
    expect(await (await fetch(url)).text()).toContain("This link has expired");
  });

  it("200 for an hour after every visit", async () => {
    const { url, control } = await openPortal();
    await fetch(url);
    await control.advance(59 * 60);
    expect(await (await fetch(url)).text()).toContain("Manage your billing");
    await control.advance(60 * 60);
    expect(await (await fetch(url)).text()).toContain("This link has expired");
  });

  it("404 for an unknown link", async () => {
    const { url } = await startStandIn();
    expect((await fetch(`${url}/portal/bps_unknown`)).status).toBe(404);
  });
});

describe("what a subscriber does", () => {
  it("cancels at the end of the period: a date, and no flag, in flexible billing mode", async () => {
    const { url, stripe, control, subscriptionId } = await openPortal();
    expect(await (await fetch(`${url}/cancel/${subscriptionId}`)).text()).toContain("Cancel Stoneware mug?");
    const response = await submit(url, { action: "cancel", subscription: subscriptionId });
    expect(response.status).toBe(303);
    expect(await stripe.subscriptions.retrieve(subscriptionId)).toMatchObject({
      cancel_at: december2,
      cancel_at_period_end: false,
      status: "active",
    });
    expect(await (await fetch(url)).text()).toContain("Keep subscription");
    await control.advance(31 * day);
    expect(await stripe.subscriptions.retrieve(subscriptionId)).toMatchObject({
      ended_at: december2,
      status: "canceled",
    });
    expect(control.events("customer.subscription.deleted")).toHaveLength(1);
  });

  it("resumes a subscription that was to end", async () => {
    const { url, stripe, subscriptionId, control } = await openPortal();
    await submit(url, { action: "cancel", subscription: subscriptionId });
    await submit(url, { action: "resume", subscription: subscriptionId });
    await control.advance(31 * day);
    expect(await stripe.subscriptions.retrieve(subscriptionId)).toMatchObject({
      cancel_at: null,
      status: "active",
    });
  });

  it("cancels nothing where the configuration forbids it", async () => {
    const { url, stripe, subscriptionId } = await openPortal({ subscription_cancel: { enabled: false } });
    expect(await (await fetch(url)).text()).not.toContain("Cancel subscription");
    expect((await submit(url, { action: "cancel", subscription: subscriptionId })).status).toBe(200);
    expect((await stripe.subscriptions.retrieve(subscriptionId)).cancel_at).toBeNull();
  });

  it("cancels nothing of anyone else's", async () => {
    const standIn = await openPortal();
    const other = await subscribe(standIn);
    await submit(standIn.url, { action: "cancel", subscription: other.subscriptionId });
    expect((await standIn.stripe.subscriptions.retrieve(other.subscriptionId)).cancel_at).toBeNull();
  });

  it("replaces the card, of which brand and last digits are kept", async () => {
    const { url, stripe, subscriptionId, control } = await openPortal();
    await submit(url, { action: "replace_card", card_number: "5555 5555 5555 4444" });
    const subscription = await stripe.subscriptions.retrieve(subscriptionId, {
      expand: ["default_payment_method"],
    });
    expect(subscription.default_payment_method).toMatchObject({
      card: { brand: "mastercard", last4: "4444" },
    });
    expect(JSON.stringify(control.events())).not.toContain("5555555555554444");
  });

  it("200 says that a card was declined", async () => {
    const { url } = await openPortal();
    const response = await submit(url, { action: "replace_card", card_number: "4000000000000002" });
    expect(await response.text()).toContain("Your card was declined.");
  });

  it("pays an overdue renewal with the new card at the next try", async () => {
    const { url, stripe, subscriptionId, control, openAgain } = await openPortal();
    control.refuseRenewals(subscriptionId);
    await control.advance(31 * day);
    expect(await (await fetch(url)).text()).toContain("This link has expired");
    const fresh = await openAgain();
    expect(await (await fetch(fresh)).text()).toContain(
      "The last payment failed. We will try again on December 5, 2026.",
    );
    await submit(fresh, { action: "replace_card", card_number: "4242424242424242" });
    await control.advance(3 * day);
    expect((await stripe.subscriptions.retrieve(subscriptionId)).status).toBe("active");
  });
});
