import Stripe from "stripe";
import type { Mode, SnapshotLine } from "../domain/checkout.ts";
import { ApiError } from "../errors.ts";
import type { Outcome } from "../store/checkout-sessions.ts";

export interface ProviderSettings {
  secretKey: string;
  /** Another address than Stripe's own, `http://127.0.0.1:12111`: the stand-in. */
  apiBase?: string;
}

export interface SessionToOpen {
  /** Ours; the provider's idempotency key. */
  id: string;
  storeId: string;
  shopName: string;
  mode: Mode;
  interval: "month" | "year" | null;
  lines: SnapshotLine[];
  currency: string;
  expiresAt: number;
  successUrl: string;
  cancelUrl: string;
}

export type Provider = ReturnType<typeof createProvider>;

/** Milliseconds; with the retries, an answer or an error within 25 s. */
const timeoutMs = 10_000;
const retries = 1;

/** The payment provider, spoken to through its own SDK; only the host differs between development and production. */
export function createProvider({ secretKey, apiBase }: ProviderSettings) {
  const stripe = new Stripe(secretKey, {
    ...(apiBase && address(apiBase)),
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    appInfo: { name: "Counterpart" },
  });

  return {
    /** Opens a hosted payment page. Throws CONFLICT where the provider's bounds forbid this cart. */
    async openSession(session: SessionToOpen): Promise<{ providerId: string; url: string }> {
      const opened = await stripe.checkout.sessions
        .create(toParams(session), { idempotencyKey: session.id })
        .catch(refusedByProvider);
      if (!opened.url) throw new Error("The payment provider opened a session without an address.");
      return { providerId: opened.id, url: opened.url };
    },

    /** What has become of a session. */
    async readSession(providerId: string): Promise<Outcome> {
      return toOutcome(await stripe.checkout.sessions.retrieve(providerId, { expand: ["subscription"] }));
    },

    /** Ends an open session, and says what has become of it: it may have been paid in between. */
    async expireSession(providerId: string): Promise<Outcome> {
      try {
        return toOutcome(await stripe.checkout.sessions.expire(providerId));
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        return toOutcome(await stripe.checkout.sessions.retrieve(providerId, { expand: ["subscription"] }));
      }
    },

    /** Opens a customer's billing portal. */
    async openPortal({
      customerId,
      returnUrl,
    }: {
      customerId: string;
      returnUrl: string;
    }): Promise<{ url: string }> {
      const { url } = await stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
      });
      return { url };
    },

    /** The provider's word for a subscription's state. */
    async readSubscription(id: string): Promise<{ status: string }> {
      const { status } = await stripe.subscriptions.retrieve(id);
      return { status };
    },
  };
}

function address(apiBase: string) {
  const { hostname, port, protocol } = new URL(apiBase);
  const secure = protocol === "https:";
  return {
    host: hostname,
    port: Number(port || (secure ? 443 : 80)),
    protocol: secure ? ("https" as const) : ("http" as const),
  };
}

function toParams(session: SessionToOpen): Stripe.Checkout.SessionCreateParams {
  const { id, storeId, shopName, mode, interval, lines, currency, expiresAt, successUrl, cancelUrl } =
    session;
  const metadata = { checkoutSessionId: id, storeId };
  return {
    mode,
    client_reference_id: id,
    metadata,
    ...(mode === "subscription" && { subscription_data: { metadata } }),
    line_items: lines.map(({ productId, name, quantity, unitPriceInCents }) => ({
      quantity,
      price_data: {
        currency,
        unit_amount: unitPriceInCents,
        product_data: { name, metadata: { productId } },
        ...(interval && { recurring: { interval } }),
      },
    })),
    branding_settings: { display_name: shopName },
    success_url: withSessionId(successUrl),
    cancel_url: cancelUrl,
    expires_at: Math.floor(expiresAt / 1000),
  };
}

/** The provider fills in its placeholder only where it stands literally, so the address isn't parsed. */
function withSessionId(url: string): string {
  const [base = "", fragment] = url.split("#", 2);
  const query = `${base.includes("?") ? "&" : "?"}session_id={CHECKOUT_SESSION_ID}`;
  return base + query + (fragment === undefined ? "" : `#${fragment}`);
}

function toOutcome(session: Stripe.Checkout.Session): Outcome {
  const { subscription, customer } = session;
  const customerId = typeof customer === "string" ? customer : customer?.id;
  return {
    status: known(session.status ?? "open", ["open", "complete", "expired"]),
    paymentStatus: known(session.payment_status, ["unpaid", "paid", "no_payment_required"]),
    customerEmail: session.customer_details?.email ?? null,
    url: session.url,
    completedAt: null,
    ...(subscription &&
      customerId && {
        subscription:
          typeof subscription === "string"
            ? { id: subscription, customerId, status: "active" }
            : { id: subscription.id, customerId, status: subscription.status },
      }),
  };
}

/** The SDK leaves room for words that the provider may add one day; we would not know what they mean for a buyer. */
function known<T extends string>(word: string, words: T[]): T {
  const found = words.find((one) => one === word);
  if (found === undefined) throw new Error(`The payment provider said "${word}", which is unknown here.`);
  return found;
}

const bounds = new Set(["amount_too_small", "amount_too_large"]);

function refusedByProvider(error: unknown): never {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && bounds.has(error.code ?? "")) {
    const which = error.code === "amount_too_small" ? "smaller" : "larger";
    throw new ApiError("CONFLICT", `The cart's total is ${which} than the payment provider accepts.`);
  }
  throw error;
}
