import { expect, it } from "vitest";
import { day, order, startStandIn } from "../helpers/start-stand-in.ts";

const idempotencyKey = "cks_1";

it("200 again with the same answer for the same key and parameters", async () => {
  const { stripe, control } = await startStandIn();
  const first = await stripe.checkout.sessions.create(order(), { idempotencyKey });
  const second = await stripe.checkout.sessions.create(order(), { idempotencyKey });
  expect(second.id).toBe(first.id);
  expect(second.lastResponse.headers).toMatchObject({
    "idempotent-replayed": "true",
    "original-request": first.lastResponse.requestId,
  });
  expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
  expect(control.requests().map(({ isReplay }) => isReplay)).toEqual([false, true, false]);
});

it("200 with the old answer, even when the object has changed since", async () => {
  const { stripe, control } = await startStandIn();
  const { id } = await stripe.checkout.sessions.create(order(), { idempotencyKey });
  await control.pay(id, { email: "ada@example.com" });
  expect((await stripe.checkout.sessions.create(order(), { idempotencyKey })).status).toBe("open");
});

it("400 idempotency_error for the same key with other parameters", async () => {
  const { stripe } = await startStandIn();
  await stripe.checkout.sessions.create(order(), { idempotencyKey });
  await expect(
    stripe.checkout.sessions.create(order({ metadata: { other: "yes" } }), { idempotencyKey }),
  ).rejects.toMatchObject({ statusCode: 400, type: "StripeIdempotencyError" });
});

it("400 idempotency_error for the same key at another endpoint", async () => {
  const { stripe } = await startStandIn();
  await stripe.checkout.sessions.create(order(), { idempotencyKey });
  await expect(stripe.customers.create({}, { idempotencyKey })).rejects.toMatchObject({
    type: "StripeIdempotencyError",
  });
});

it("keeps the keys of two accounts apart", async () => {
  const { stripe } = await startStandIn();
  const one = await stripe.checkout.sessions.create(order(), { idempotencyKey, stripeAccount: "acct_one" });
  const two = await stripe.checkout.sessions.create(order(), { idempotencyKey, stripeAccount: "acct_two" });
  expect(one.id).not.toBe(two.id);
});

it("remembers a refusal", async () => {
  const { stripe, control } = await startStandIn();
  control.setAccount(undefined, { chargesEnabled: false });
  await expect(stripe.checkout.sessions.create(order(), { idempotencyKey })).rejects.toThrow(
    "cannot currently",
  );
  control.setAccount(undefined, { chargesEnabled: true });
  await expect(stripe.checkout.sessions.create(order(), { idempotencyKey })).rejects.toThrow(
    "cannot currently",
  );
});

it("forgets a request whose parameters could not be read, because it never began", async () => {
  const { stripe } = await startStandIn();
  await expect(
    stripe.checkout.sessions.create(order({ success_url: "shop" }), { idempotencyKey }),
  ).rejects.toMatchObject({ code: "url_invalid" });
  expect((await stripe.checkout.sessions.create(order(), { idempotencyKey })).status).toBe("open");
});

it("forgets a key after a day", async () => {
  const { stripe, control } = await startStandIn();
  const first = await stripe.checkout.sessions.create(order(), { idempotencyKey });
  await control.advance(day);
  expect((await stripe.checkout.sessions.create(order(), { idempotencyKey })).id).not.toBe(first.id);
});
