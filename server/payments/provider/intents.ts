import type Stripe from "stripe";
import type { TaxCalculation } from "../../domain/agent-session.ts";
import type { ShippingAddress } from "../../domain/shipping-address.ts";
import type { CallProvider, ProviderObject } from "./call-provider.ts";
import { StripeSdk } from "./stripe-sdk.ts";

/** A payment without a page, which an agent's token pays. Amounts are in the currency's smallest unit. */
export interface NewIntent {
  /** The idempotency key. */
  key: string;
  account: string | null;
  amount: number;
  currency: string;
  /** The provider's calculation behind the amount; null without tax. */
  calculationId: string | null;
  metadata: Record<string, string>;
  shipping: { address: ShippingAddress; phone: string | null } | null;
}

/** `requires`: it isn't paid, and can't be without another call, or the buyer at the bank's page. */
export interface IntentState {
  id: string;
  status: "requires" | "processing" | "succeeded" | "canceled";
  /** The page on which the bank asks the buyer; null if it doesn't. */
  authenticationUrl: string | null;
  received: { amount: number; currency: string };
  /** When the card was charged, by the provider's clock; null before that. */
  chargedAt: number | null;
}

/** Why a token wasn't charged: the bank or the provider refuses it, or the buyer's bank wants to ask the buyer. */
export type Refused = { refused: "declined" | "authentication"; message: string };

export interface TaxedLine {
  reference: string;
  /** Of all of the line, after the discount. */
  amount: number;
  quantity: number;
  taxCode: string | null;
}

export interface TaxToCalculate {
  account: string | null;
  currency: string;
  behavior: "inclusive" | "exclusive";
  lines: TaxedLine[];
  /** Null if nothing is shipped. */
  shipping: { amount: number; taxCode: string } | null;
  address: ShippingAddress;
}

/** Tokens that agents grant are a preview of the provider, so its types don't have them yet. */
const previewVersion = "2026-04-22.preview";

interface Calls {
  stripe: Stripe;
  call: CallProvider;
  read: CallProvider;
  on: (account: string | null) => Stripe.RequestOptions;
}

/** The provider's calls for purchases without a page. */
export function intentCalls({ stripe, call, read, on }: Calls) {
  return {
    /** Calculates the tax of a purchase. `total` has the tax, `tax` is what of it is tax. */
    async calculateTax(wanted: TaxToCalculate): Promise<Required<Omit<TaxCalculation, "key">>> {
      const { account, currency, behavior, lines, shipping, address } = wanted;
      const made = await call("calculateTax", account, () =>
        stripe.tax.calculations.create(
          {
            currency,
            line_items: lines.map(({ reference, amount, quantity, taxCode }) => ({
              reference,
              amount,
              quantity,
              tax_behavior: behavior,
              ...(taxCode !== null && { tax_code: taxCode }),
            })),
            ...(shipping && {
              shipping_cost: { amount: shipping.amount, tax_behavior: behavior, tax_code: shipping.taxCode },
            }),
            customer_details: { address: addressAtProvider(address), address_source: "shipping" },
            expand: ["line_items"],
          },
          on(account),
        ),
      );
      const { id, line_items: first } = made;
      if (id === null) throw new Error("The payment provider didn't keep a tax calculation.");
      const { data } =
        first && !first.has_more
          ? first
          : await read("readTaxLines", account, () =>
              stripe.tax.calculations.listLineItems(id, { limit: 100 }, on(account)),
            );
      return {
        id,
        tax: made.tax_amount_exclusive + made.tax_amount_inclusive,
        total: made.amount_total,
        taxes: {
          lines: data.map(({ reference, amount_tax: tax }) => [reference, tax]),
          shipping: made.shipping_cost?.amount_tax ?? 0,
        },
      };
    },

    /** Creates a payment that charges no one until it is confirmed. Returns its id (`pi_…`). */
    async createIntent(intent: NewIntent): Promise<string> {
      const { key, account, amount, currency, calculationId, metadata, shipping } = intent;
      const { id } = await call("createIntent", account, () =>
        stripe.paymentIntents.create(
          {
            amount,
            currency,
            metadata,
            allowed_payment_method_types: ["card"],
            ...(calculationId !== null && { hooks: { inputs: { tax: { calculation: calculationId } } } }),
            ...(shipping && {
              shipping: {
                name: shipping.address.name ?? "",
                address: addressAtProvider(shipping.address),
                ...(shipping.phone !== null && { phone: shipping.phone }),
              },
            }),
          },
          { idempotencyKey: key, ...on(account) },
        ),
      );
      return id;
    },

    /**
     * Charges the card behind an agent's token, once: a second call finds the payment confirmed. Throws if it isn't known
     * whether it was charged.
     * @param returnUrl where the buyer goes after the bank's page
     */
    async confirmIntent(
      { id, account }: ProviderObject,
      { token, returnUrl }: { token: string; returnUrl: string },
    ): Promise<IntentState | Refused> {
      const params = {
        return_url: returnUrl,
        payment_method_data: { shared_payment_granted_token: token },
        expand: ["latest_charge"],
        // The SDK's types don't know the preview's parameter, and without it they want a card's type.
      } as unknown as Stripe.PaymentIntentConfirmParams;
      return call("confirmIntent", account, async () => {
        try {
          const options = { apiVersion: previewVersion, idempotencyKey: `${id}-confirm`, ...on(account) };
          const state = toIntentState(await stripe.paymentIntents.confirm(id, params, options));
          const isStuck = state.status === "requires" && state.authenticationUrl === null;
          return isStuck ? { refused: "authentication", message: "The bank has no page." } : state;
        } catch (error) {
          const refused = refusalOf(error);
          if (!refused) throw error;
          return refused;
        }
      });
    },

    async readIntent({ id, account }: ProviderObject): Promise<IntentState> {
      return toIntentState(
        await read("readIntent", account, () =>
          stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] }, on(account)),
        ),
      );
    },

    /** Ends a payment, so that it can't be paid any more. Returns its state: succeeded if it was paid before. */
    async cancelIntent({ id, account }: ProviderObject): Promise<IntentState> {
      const canceled = await call("cancelIntent", account, async () => {
        try {
          return await stripe.paymentIntents.cancel(id, {}, on(account));
        } catch (error) {
          if (codeOf(error) !== "payment_intent_unexpected_state") throw error;
          return stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] }, on(account));
        }
      });
      return toIntentState(canceled);
    },
  };
}

function toIntentState(intent: Stripe.PaymentIntent): IntentState {
  const {
    id,
    status,
    amount_received: amount,
    currency,
    latest_charge: charge,
    next_action: action,
  } = intent;
  const final = (["processing", "succeeded", "canceled"] as const).find((one) => one === status);
  return {
    id,
    status: final ?? "requires",
    authenticationUrl: action?.redirect_to_url?.url ?? null,
    received: { amount, currency },
    chargedAt: charge && typeof charge !== "string" ? charge.created * 1000 : null,
  };
}

/** A definite refusal of the token or its card; undefined if the payment's outcome isn't known. */
function refusalOf(error: unknown): Refused | undefined {
  const { StripeCardError, StripeInvalidRequestError } = StripeSdk.errors;
  if (error instanceof StripeCardError) {
    const asks = error.code === "authentication_required";
    return { refused: asks ? "authentication" : "declined", message: error.message };
  }
  // Unknown, used up, expired, or granted for less. The provider's message may quote the token.
  const isOfToken = error instanceof StripeInvalidRequestError && /shared_payment/.test(error.param ?? "");
  return isOfToken ? { refused: "declined", message: "The token can't pay this purchase." } : undefined;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof StripeSdk.errors.StripeError ? error.code : undefined;
}

function addressAtProvider(address: ShippingAddress) {
  const { line1, line2, city, state, postalCode, country } = address;
  return {
    country: country ?? "",
    ...(line1 !== null && { line1 }),
    ...(line2 !== null && { line2 }),
    ...(city !== null && { city }),
    ...(state !== null && { state }),
    ...(postalCode !== null && { postal_code: postalCode }),
  };
}

/** Whether the provider's id is one of these payments, rather than a page's. */
export function isIntent(providerId: string): boolean {
  return providerId.startsWith("pi_");
}
