import type { Control } from "@counterpart/stripe-stand-in";
import { byId, type ProviderTruth, type TrueOrder } from "../soak/provider-truth.ts";

/** An object of the provider's API. */
// biome-ignore lint/suspicious/noExplicitAny: it has dozens of types, from which this reads a few fields.
type Found = any;

const instant = (seconds: number) => new Date(seconds * 1000).toISOString();

/** The orders that there must be for the payments of agents, if nothing is taxed, discounted or shipped for money. */
export async function readIntentTruth(stripe: Control, url: string): Promise<ProviderTruth> {
  const get = async (path: string): Promise<Found> => {
    const response = await fetch(`${url}/v1${path}`, {
      headers: { Authorization: "Bearer sk_test_process" },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const orders: TrueOrder[] = [];
  for (const { data } of stripe.events("payment_intent.succeeded")) {
    const intent = await get(`/payment_intents/${(data.object as Found).id}?expand[]=latest_charge`);
    const { id: paymentId, currency, amount_received: total, latest_charge: charge } = intent;
    const { data: made }: Found = await get(`/refunds?payment_intent=${paymentId}&limit=100`);
    const refunds = (made as Found[]).map(({ id, amount, status, created }) => ({
      ...{ id, paymentId, amount, currency, status, createdAt: instant(created) },
    }));
    const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
    const createdAt = instant(charge.created);
    orders.push({
      checkoutSessionId: intent.metadata.checkoutSessionId,
      status: refunded === 0 ? "paid" : refunded === total ? "refunded" : "partially_refunded",
      ...{ total, currency, subscriptionId: null, createdAt },
      amounts: { subtotal: total, discount: 0, shipping: 0, tax: 0, total },
      payments: [{ id: paymentId, amount: total, amountRefunded: refunded, currency, paidAt: createdAt }],
      refunds: refunds.sort(byId),
      disputes: [],
    });
  }
  return { orders, subscriptions: [], refundedByUs: new Map(), paidTwice: new Set() };
}
