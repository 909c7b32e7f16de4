import type { Control } from "@counterpart/stripe-stand-in";

/** An order as our API must return it, with lists in the order of their ids. */
export interface TrueOrder {
  checkoutSessionId: string;
  status: string;
  total: number;
  currency: string;
  amounts: { subtotal: number; discount: number; shipping: number; tax: number; total: number };
  subscriptionId: string | null;
  createdAt: string;
  payments: { id: string; amount: number; amountRefunded: number; currency: string; paidAt: string }[];
  refunds: {
    id: string;
    paymentId: string;
    amount: number;
    currency: string;
    status: string;
    createdAt: string;
  }[];
  disputes: {
    id: string;
    paymentId: string;
    amount: number;
    currency: string;
    status: string;
    reason: string;
    createdAt: string;
  }[];
}

export interface TrueSubscription {
  id: string;
  status: string;
  checkoutSessionId: string;
  createdAt: string;
}

export interface ProviderTruth {
  orders: TrueOrder[];
  subscriptions: TrueSubscription[];
  /** The amounts of the refunds that our server requested, by payment, in the smallest unit. */
  refundedByUs: Map<string, number[]>;
  /** Payments for subscriptions that began while the customer had another. Our server cancels and refunds these. */
  paidTwice: Set<string>;
}

/** An object of the provider's API. */
// biome-ignore lint/suspicious/noExplicitAny: it has dozens of types, from which this reads a few fields.
type Found = any;

export const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
const instant = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Reads the current state of everything from the provider's API. Its events only say what exists, and since when. */
export async function readProviderTruth(stripe: Control, url: string): Promise<ProviderTruth> {
  const get = async (path: string): Promise<Found> => {
    const response = await fetch(`${url}/v1${path}`, {
      headers: { Authorization: "Bearer sk_test_process" },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const eventsOf = (type: string) =>
    stripe.events(type).map(({ created, data }) => ({ created, object: data.object as Found }));
  const timesOf = (type: string) =>
    new Map(eventsOf(type).map(({ created, object }) => [object.id, created]));

  const arrived = timesOf("checkout.session.async_payment_succeeded");
  const failed = timesOf("checkout.session.async_payment_failed");
  const chargedAt = new Map(
    eventsOf("charge.succeeded").map(({ object }) => [object.payment_intent, object.created]),
  );
  const disputes = new Map<string, Found[]>();
  for (const { object } of eventsOf("charge.dispute.created")) {
    const dispute = await get(`/disputes/${object.id}`);
    disputes.set(dispute.payment_intent, [...(disputes.get(dispute.payment_intent) ?? []), dispute]);
  }
  const paidInvoices = new Map<string, Found[]>();
  for (const { object } of eventsOf("invoice.paid")) {
    const subscription = object.parent?.subscription_details?.subscription;
    paidInvoices.set(subscription, [...(paidInvoices.get(subscription) ?? []), object]);
  }
  const refundedByUs = new Map<string, number[]>();

  async function paymentsOf(session: Found): Promise<TrueOrder["payments"]> {
    if (session.mode === "payment") {
      const {
        id,
        amount_received: amount,
        currency,
      } = await get(`/payment_intents/${session.payment_intent}`);
      if (amount === 0) return [];
      return [
        {
          id,
          amount,
          currency,
          amountRefunded: 0,
          paidAt: instant(arrived.get(session.id) ?? chargedAt.get(id)),
        },
      ];
    }
    const payments = await Promise.all(
      (paidInvoices.get(session.subscription) ?? []).map(async ({ id: invoiceId }) => {
        const invoice = await get(`/invoices/${invoiceId}?expand[]=payments`);
        // A trial's invoice has no payment.
        return (invoice.payments.data as Found[]).map((payment) => ({
          id: payment.payment.payment_intent,
          amount: payment.amount_paid,
          currency: payment.currency,
          amountRefunded: 0,
          paidAt: instant(invoice.status_transitions.paid_at),
        }));
      }),
    );
    return payments.flat();
  }

  /** The sum of the lines, of which nothing is due at the beginning of a trial. */
  async function totalOf(session: Found): Promise<number> {
    const { data } = await get(`/checkout/sessions/${session.id}/line_items?limit=100`);
    return (data as Found[]).reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0);
  }

  /** Our id of the product, which is the same after a change of the price. */
  async function productOf(subscription: Found): Promise<string> {
    const product = await get(`/products/${subscription.items.data[0].price.product}`);
    return product.metadata.productId;
  }

  async function refundsOf(paymentId: string): Promise<TrueOrder["refunds"]> {
    const { data, has_more: hasMore } = await get(`/refunds?payment_intent=${paymentId}&limit=100`);
    if (hasMore) throw new Error("One page of refunds isn't all of them.");
    return (data as Found[]).map(({ id, amount, currency, status, created, metadata }) => {
      if (Object.keys(metadata).length > 0) {
        refundedByUs.set(paymentId, [...(refundedByUs.get(paymentId) ?? []), amount]);
      }
      return { id, paymentId, amount, currency, status, createdAt: instant(created) };
    });
  }

  function statusOf(session: Found, payments: TrueOrder["payments"]): string {
    if (failed.has(session.id)) return "failed";
    if (session.payment_status === "unpaid") return "pending";
    if (payments.every(({ amountRefunded }) => amountRefunded === 0)) return "paid";
    return payments.every(({ amount, amountRefunded }) => amountRefunded === amount)
      ? "refunded"
      : "partially_refunded";
  }

  /** The provider creates the subscription or the charge at the moment when the buyer completes the session. */
  async function completedAt({ subscription, payment_intent: intent }: Found): Promise<string> {
    if (subscription) return instant((await get(`/subscriptions/${subscription}`)).created);
    return instant((await get(`/payment_intents/${intent}?expand[]=latest_charge`)).latest_charge.created);
  }

  async function orderOf(sessionId: string): Promise<TrueOrder> {
    const session = await get(`/checkout/sessions/${sessionId}`);
    const payments = await paymentsOf(session);
    const refunds = (await Promise.all(payments.map(({ id }) => refundsOf(id)))).flat();
    for (const payment of payments) {
      payment.amountRefunded = refunds
        .filter(({ paymentId, status }) => paymentId === payment.id && status !== "failed")
        .reduce((sum, { amount }) => sum + amount, 0);
    }
    return {
      checkoutSessionId: session.client_reference_id,
      status: statusOf(session, payments),
      total: await totalOf(session),
      currency: session.currency,
      amounts: {
        subtotal: session.amount_subtotal,
        discount: session.total_details.amount_discount,
        shipping: session.total_details.amount_shipping,
        tax: session.total_details.amount_tax,
        total: session.amount_total,
      },
      subscriptionId: session.subscription,
      createdAt: await completedAt(session),
      payments: payments.sort(byId),
      refunds: refunds.sort(byId),
      disputes: payments
        .flatMap(({ id }) => disputes.get(id) ?? [])
        .map((dispute) => ({
          id: dispute.id,
          paymentId: dispute.payment_intent,
          amount: dispute.amount,
          currency: dispute.currency,
          status: dispute.status,
          reason: dispute.reason,
          createdAt: instant(dispute.created),
        }))
        .sort(byId),
    };
  }

  const completed = eventsOf("checkout.session.completed");
  const orders: TrueOrder[] = [];
  for (const { object } of completed) orders.push(await orderOf(object.id));
  const subscriptions: TrueSubscription[] = [];
  const found: Found[] = [];
  for (const { object } of completed) {
    if (!object.subscription) continue;
    const subscription = await get(`/subscriptions/${object.subscription}`);
    found.push({ ...subscription, productId: await productOf(subscription) });
    const { id, status, created } = subscription;
    const checkoutSessionId = object.client_reference_id;
    subscriptions.push({ id, status, checkoutSessionId, createdAt: instant(created) });
  }
  const isSecond = (id: string | null) => {
    const one = found.find((subscription) => subscription.id === id);
    return found.some(
      (other) =>
        other !== one &&
        other.customer === one?.customer &&
        other.productId === one.productId &&
        other.created <= one.created &&
        (other.ended_at ?? Number.POSITIVE_INFINITY) >= one.created,
    );
  };
  const seconds = orders.filter(({ subscriptionId }) => isSecond(subscriptionId));
  const paidTwice = new Set(seconds.flatMap(({ payments }) => payments.map(({ id }) => id)));
  return { orders, subscriptions: subscriptions.sort(byId), refundedByUs, paidTwice };
}
