import { expect, it } from "vitest";
import { order, startStandIn } from "../helpers/start-stand-in.ts";

const idempotencyKey = "cks_1";

it("500 for the next request only", async () => {
  const { stripe, control } = await startStandIn();
  control.fail({ how: 500 });
  await expect(stripe.checkout.sessions.create(order())).rejects.toMatchObject({
    type: "StripeAPIError",
    statusCode: 500,
  });
  expect((await stripe.checkout.sessions.list()).data).toEqual([]);
});

it("200 after two 503, because the SDK tries again with the same key", async () => {
  const { sdk, control } = await startStandIn();
  control.fail({ how: 503, requests: 2, path: "/v1/checkout/sessions", method: "POST" });
  const session = await sdk({ maxNetworkRetries: 2 }).checkout.sessions.create(order());
  expect(session.status).toBe("open");
  const keys = control.requests().map((request) => request.idempotencyKey);
  expect(new Set(keys).size).toBe(1);
  expect(control.requests().map(({ status }) => status)).toEqual([503, 503, 200]);
});

it("429 rate_limit", async () => {
  const { stripe, control } = await startStandIn();
  control.fail({ how: 429 });
  await expect(stripe.accounts.retrieve("acct_shop")).rejects.toMatchObject({
    type: "StripeRateLimitError",
    code: "rate_limit",
  });
});

it("never answers a request that hangs, and the SDK gives up", async () => {
  const { sdk, control } = await startStandIn();
  control.fail({ how: "hang" });
  await expect(sdk({ timeout: 50 }).accounts.retrieve("acct_shop")).rejects.toMatchObject({
    type: "StripeConnectionError",
  });
});

it("cuts the connection", async () => {
  const { stripe, control } = await startStandIn();
  control.fail({ how: "drop", requests: 5 });
  await expect(stripe.accounts.retrieve("acct_shop")).rejects.toMatchObject({
    type: "StripeConnectionError",
  });
});

it("answers nonsense", async () => {
  const { stripe, control } = await startStandIn();
  control.fail({ how: "nonsense" });
  await expect(stripe.accounts.retrieve("acct_shop")).rejects.toMatchObject({ type: "StripeAPIError" });
});

it("carries out a request whose answer is lost, so that the key finds it again", async () => {
  const { stripe, control } = await startStandIn();
  control.fail({ how: "drop", when: "after", requests: 5 });
  await expect(stripe.checkout.sessions.create(order(), { idempotencyKey })).rejects.toThrow();
  control.clearFailures();
  const [lost] = (await stripe.checkout.sessions.list()).data;
  expect((await stripe.checkout.sessions.create(order(), { idempotencyKey })).id).toBe(lost?.id);
});
