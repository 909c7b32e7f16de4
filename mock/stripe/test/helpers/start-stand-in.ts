import { createServer } from "node:http";
import Stripe from "stripe";
import { onTestFinished } from "vitest";
import { createStripeStandIn, type StandInOptions } from "../../stand-in.ts";

export const noon = new Date("2026-11-02T12:00:00Z");
export const nowSeconds = noon.getTime() / 1000;
export const day = 24 * 60 * 60;

/** A stand-in with a fixed clock, and the SDK that calls it. Both end with the test. */
export async function startStandIn(options: StandInOptions = {}) {
  const standIn = createStripeStandIn({ clock: { now: () => noon }, ...options });
  const { url, host, port, close } = await standIn.listen();
  onTestFinished(close);
  const sdk = (settings: Stripe.StripeConfig = {}, key = "sk_test_counterpart") =>
    new Stripe(key, { host, port, protocol: "http", maxNetworkRetries: 0, telemetry: false, ...settings });
  return { control: standIn.control, url, sdk, stripe: sdk() };
}

type LineItem = Stripe.Checkout.SessionCreateParams.LineItem;
type PriceData = Stripe.Checkout.SessionCreateParams.LineItem.PriceData;

export function line(unitAmount: number, changes: Partial<PriceData> = {}, quantity = 1): LineItem {
  return {
    quantity,
    price_data: {
      currency: "usd",
      unit_amount: unitAmount,
      product_data: { name: "Stoneware mug" },
      ...changes,
    },
  };
}

export const monthly: Partial<PriceData> = { recurring: { interval: "month" } };

export const addresses = {
  success_url: "https://shop.example/thanks?session_id={CHECKOUT_SESSION_ID}",
  cancel_url: "https://shop.example/cart",
};

export function order(
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return { mode: "payment", line_items: [line(2400, {}, 2)], ...addresses, ...changes };
}

export function subscriptionOrder(
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return { mode: "subscription", line_items: [line(1200, monthly)], ...addresses, ...changes };
}

/** A subscription that has just been paid for. */
export async function subscribe(
  { stripe, control }: Awaited<ReturnType<typeof startStandIn>>,
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
) {
  const session = await stripe.checkout.sessions.create(subscriptionOrder(changes));
  await control.pay(session.id, { email: "ada@example.com" });
  const paid = await stripe.checkout.sessions.retrieve(session.id);
  return {
    sessionId: session.id,
    subscriptionId: String(paid.subscription),
    customerId: String(paid.customer),
  };
}

/** The fields that a page's form submits. */
export function submit(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) });
}

/** A shop's webhook endpoint. It verifies every signature, and responds as the test says. */
export async function startReceiver(secret = "whsec_receiver") {
  const events: Stripe.Event[] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    const payload = Buffer.concat(await request.toArray()).toString();
    const signature = String(request.headers["stripe-signature"]);
    const status = answers.shift() ?? 200;
    try {
      events.push(
        Stripe.webhooks.constructEvent(payload, signature, secret, undefined, undefined, noon.getTime()),
      );
      response.writeHead(status).end();
    } catch {
      response.writeHead(400).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    endpoint: { url: `http://127.0.0.1:${port}/webhooks`, secret },
    events,
    /** The next responses; 200 when there are none. */
    answers,
    types: () => events.map((event) => event.type),
  };
}
