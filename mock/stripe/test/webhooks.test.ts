import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { day, order, startReceiver, startStandIn, subscribe } from "./helpers/start-stand-in.ts";

const email = "ada@example.com";

async function startBoth() {
  const receiver = await startReceiver();
  const standIn = await startStandIn({ webhooks: [receiver.endpoint] });
  const { id } = await standIn.stripe.checkout.sessions.create(order());
  return { ...standIn, receiver, sessionId: id };
}

const paidTypes = [
  "payment_intent.created",
  "charge.succeeded",
  "payment_intent.succeeded",
  "checkout.session.completed",
];

describe("delivery", () => {
  it("sends signed events in order, before the buyer is back at the shop", async () => {
    const { control, receiver, sessionId } = await startBoth();
    await control.pay(sessionId, { email });
    expect(receiver.types()).toEqual(paidTypes);
    expect(receiver.events.at(-1)).toMatchObject({
      api_version: Stripe.API_VERSION,
      data: { object: { id: sessionId, payment_status: "paid", status: "complete" } },
      livemode: false,
    });
  });

  it("names the request that caused an event, and its idempotency key", async () => {
    const { stripe, control, receiver, sessionId } = await startBoth();
    const { lastResponse } = await stripe.checkout.sessions.expire(
      sessionId,
      {},
      { idempotencyKey: "exp_1" },
    );
    await control.idle();
    expect(receiver.events).toMatchObject([
      { request: { id: lastResponse.requestId, idempotency_key: "exp_1" } },
    ]);
  });

  it("sends a signature that another secret doesn't verify", async () => {
    const receiver = await startReceiver("whsec_right");
    const wrong = { ...receiver.endpoint, secret: "whsec_wrong" };
    const { stripe, control } = await startStandIn({ webhooks: [wrong] });
    const { id } = await stripe.checkout.sessions.create(order());
    await control.pay(id, { email });
    expect(receiver.events).toEqual([]);
    expect(control.deliveries().map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  });

  it("signs with the caller's time, so that an event of next month is not rejected as too new", async () => {
    const receiver = await startReceiver();
    const standIn = await startStandIn({ webhooks: [receiver.endpoint] });
    await subscribe(standIn);
    await standIn.control.advance(31 * day);
    expect(receiver.types()).toEqual(standIn.control.events().map(({ type }) => type));
    expect(receiver.types().filter((type) => type === "invoice.paid")).toHaveLength(2);
  });

  it("sends a connected account's events to connect endpoints only, with the account's id", async () => {
    const own = await startReceiver("whsec_own");
    const connect = await startReceiver("whsec_connect");
    const { stripe, control } = await startStandIn({
      webhooks: [own.endpoint, { ...connect.endpoint, connect: true }],
    });
    const { id } = await stripe.checkout.sessions.create(order(), { stripeAccount: "acct_shop" });
    await control.pay(id, { email });
    expect(own.events).toEqual([]);
    expect(connect.types()).toEqual(paidTypes);
    expect(connect.events.every(({ account }) => account === "acct_shop")).toBe(true);
  });
});

describe("a receiver that fails", () => {
  it("is retried at growing intervals until it accepts", async () => {
    const { control, receiver, sessionId } = await startBoth();
    receiver.answers.push(200, 200, 200, 500, 503);
    await control.pay(sessionId, { email });
    expect(control.deliveries()).toHaveLength(4);
    const completed = () => control.events("checkout.session.completed");
    expect(completed()).toMatchObject([{ pending_webhooks: 1 }]);
    await control.advance(10);
    await control.advance(59);
    expect(control.deliveries()).toHaveLength(5);
    await control.advance(1);
    expect(control.deliveries().map(({ status }) => status)).toEqual([200, 200, 200, 500, 503, 200]);
    expect(completed()).toMatchObject([{ pending_webhooks: 0 }]);
  });

  it("is left alone after six tries", async () => {
    const { control, sessionId, stripe } = await startBoth();
    control.setWebhooks({ endpoints: [{ url: "http://127.0.0.1:9/closed", secret: "whsec_x" }] });
    await stripe.checkout.sessions.expire(sessionId);
    await control.advance(7 * 24 * 3600);
    expect(control.deliveries().map(({ attempt, status }) => [attempt, status])).toEqual(
      [1, 2, 3, 4, 5, 6].map((attempt) => [attempt, null]),
    );
  });
});

describe("delivery as a test wants it", () => {
  it("holds events until they are delivered, in reverse if need be", async () => {
    const { control, receiver, sessionId } = await startBoth();
    control.setWebhooks({ mode: "held" });
    await control.pay(sessionId, { email });
    expect(receiver.events).toEqual([]);
    await control.deliver({ order: "reverse" });
    expect(receiver.types()).toEqual(paidTypes.toReversed());
    await control.deliver();
    expect(receiver.events).toHaveLength(4);
  });

  it("delivers an event twice, and again later", async () => {
    const { control, receiver, sessionId } = await startBoth();
    control.setWebhooks({ mode: "held" });
    await control.pay(sessionId, { email });
    const ids = control.events("checkout.session.completed").map(({ id }) => id);
    await control.deliver({ ids, times: 2 });
    await control.deliver({ ids });
    expect(receiver.events.map(({ id }) => id)).toEqual([...ids, ...ids, ...ids]);
  });
});
