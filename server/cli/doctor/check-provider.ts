import type Stripe from "stripe";
import { neededEvents } from "../../payments/events/needed-events.ts";
import { neededRights, type Permission } from "../../payments/provider/needed-rights.ts";
import type { ProviderSettings } from "../../payments/provider/provider.ts";
import { clockedHttpClient } from "../../payments/provider/provider-clock.ts";
import { isAccountGone, quoting } from "../../payments/provider/provider-errors.ts";
import { stripeAddress } from "../../payments/provider/stripe-address.ts";
import { StripeSdk } from "../../payments/provider/stripe-sdk.ts";
import type { ClockDifference, Report } from "./check-clock.ts";
import { type Finding, findingsOf } from "./finding.ts";

const payments = findingsOf("payments");
const webhooks = findingsOf("webhooks");

const timeoutMs = 10_000;

/** An id that no object has: a key with the permission gets "not found". */
const unknownId = "counterpart_doctor";

/** For each permission, a request that needs it and changes nothing. */
const probes: Record<Permission, (stripe: Stripe) => Promise<unknown>> = {
  checkout_session_write: (stripe) => stripe.checkout.sessions.expire(`cs_${unknownId}`),
  customer_write: (stripe) => stripe.customers.update(`cus_${unknownId}`, {}),
  customer_portal_write: (stripe) => stripe.billingPortal.sessions.create({ customer: `cus_${unknownId}` }),
  coupon_write: (stripe) => stripe.coupons.update(unknownId, {}),
  promotion_code_write: (stripe) => stripe.promotionCodes.update(`promo_${unknownId}`, {}),
  charge_write: (stripe) => stripe.refunds.create({ payment_intent: `pi_${unknownId}` }),
  payment_intent_write: (stripe) => stripe.paymentIntents.cancel(`pi_${unknownId}`),
  dispute_read: (stripe) => stripe.disputes.retrieve(`dp_${unknownId}`),
  subscription_write: (stripe) => stripe.subscriptions.cancel(`sub_${unknownId}`),
  plan_write: (stripe) => stripe.prices.create({ currency: "eur", product: `prod_${unknownId}` }),
  product_read: (stripe) => stripe.products.retrieve(`prod_${unknownId}`),
  invoice_read: (stripe) => stripe.invoices.retrieve(`in_${unknownId}`),
  event_read: (stripe) => stripe.events.retrieve(`evt_${unknownId}`),
  // Refused for its currency.
  tax_calculation_write: (stripe) => stripe.tax.calculations.create({ currency: unknownId, line_items: [] }),
  tax_settings_read: (stripe) => stripe.tax.settings.retrieve(),
  connected_account_read: (stripe) => stripe.accounts.retrieve(`acct_${unknownId}`),
};

/** @param publicUrl where the provider must send its events */
export async function checkProvider(
  { secretKey, apiBase, webhookSecrets }: ProviderSettings,
  publicUrl: string,
): Promise<Report> {
  const clocks: ClockDifference[] = [];
  const stripe = new StripeSdk(secretKey, {
    ...(apiBase && stripeAddress(apiBase)),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: clockedHttpClient((date) => {
      const dateMs = Date.parse(date ?? "");
      // The header is truncated to the second.
      if (clocks.length === 0 && !Number.isNaN(dateMs)) {
        clocks.push({ of: "the provider", ms: dateMs + 500 - Date.now() });
      }
    }),
  });
  const key = await checkKey(stripe);
  const findings = [key];
  if (key.status !== "failed") findings.push(await checkWebhooks(stripe, publicUrl));
  if (webhookSecrets.length === 0) {
    const message = "STRIPE_WEBHOOK_SECRET isn't set, so the server refuses every event.";
    findings.push(webhooks.failed(message, "Set it to the endpoint's signing secret."));
  }
  return { findings, clocks };
}

async function checkKey(stripe: Stripe): Promise<Finding> {
  const missing: string[] = [];
  for (const { permission, resource, access } of neededRights) {
    try {
      await probes[permission](stripe);
    } catch (error) {
      if (error instanceof StripeSdk.errors.StripeAuthenticationError) {
        return payments.failed("The provider rejects the key.", "Set STRIPE_SECRET_KEY to a valid key.");
      }
      // An unknown account is refused with the same kind of error as a missing permission.
      if (isAccountGone(error)) continue;
      if (error instanceof StripeSdk.errors.StripePermissionError) missing.push(`${resource} (${access})`);
      else if (!(error instanceof StripeSdk.errors.StripeInvalidRequestError)) {
        const message = quoting("The provider is unreachable or failing.", error);
        return payments.failed(message, "Check that this machine can reach it, and look at its status page.");
      }
    }
  }
  if (missing.length === 0)
    return payments.ok("The provider responds, and the key has all required permissions.");
  const message = `The key lacks permissions: ${missing.join(", ")}.`;
  return payments.failed(
    message,
    "Grant these permissions to the restricted key in the provider's dashboard.",
  );
}

async function checkWebhooks(stripe: Stripe, publicUrl: string): Promise<Finding> {
  const url = `${publicUrl}/webhooks/stripe`;
  const byHand = `Register ${url} in the provider's dashboard, with the events that docs/operating/stripe.md lists.`;
  try {
    const all = await stripe.webhookEndpoints.list({ limit: 100 });
    const own = all.data.filter((one) => one.url === url);
    const endpoint = own.find(({ status }) => status === "enabled");
    if (own.length === 0) return webhooks.failed(`No webhook endpoint has the URL ${url}.`, byHand);
    if (!endpoint)
      return webhooks.failed(`The webhook endpoint ${url} is disabled.`, "Enable it in the dashboard.");
    const sent = new Set(own.flatMap(({ enabled_events: events }) => events));
    const missing = sent.has("*") ? [] : neededEvents.filter((type) => !sent.has(type));
    if (missing.length === 0) return webhooks.ok(`${url} receives all required events.`);
    const message = `${url} doesn't receive ${missing.join(", ")}.`;
    return webhooks.failed(message, "Enable these events for the endpoint in the provider's dashboard.");
  } catch (error) {
    if (!(error instanceof StripeSdk.errors.StripeError)) throw error;
    const why =
      error instanceof StripeSdk.errors.StripePermissionError
        ? "the key has no permission to read webhook endpoints"
        : "the provider didn't list the webhook endpoints";
    return webhooks.warning(quoting(`Not checked, because ${why}.`, error), byHand);
  }
}
