import { describe, expect, it } from "vitest";
import { order, startStandIn, subscribe } from "../helpers/start-stand-in.ts";

describe("authentication and validation of every request", () => {
  it("401 without a key", async () => {
    const { url } = await startStandIn();
    const response = await fetch(`${url}/v1/accounts/acct_shop`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { type: "invalid_request_error" } });
  });

  it("401 for a publishable key, which is not repeated in the answer", async () => {
    const { sdk } = await startStandIn();
    const error = await sdk({}, "pk_test_visible")
      .accounts.retrieve("acct_shop")
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ type: "StripeAuthenticationError", statusCode: 401 });
    expect(String(error)).not.toContain("pk_test_visible");
  });

  it("404 for what Stripe has but the stand-in doesn't", async () => {
    const { stripe } = await startStandIn();
    await expect(stripe.products.list()).rejects.toMatchObject({
      statusCode: 404,
      type: "StripeInvalidRequestError",
    });
  });

  it("200 for a restricted key", async () => {
    const { sdk } = await startStandIn();
    expect((await sdk({}, "rk_test_counterpart").accounts.retrieve("acct_shop")).object).toBe("account");
  });

  it("401 api_key_expired once the key has been rolled, until there is a new one", async () => {
    const { stripe, control } = await startStandIn();
    control.expireKeys();
    const error = await stripe.accounts.retrieve("acct_shop").catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      type: "StripeAuthenticationError",
      code: "api_key_expired",
      statusCode: 401,
    });
    expect(String(error)).toContain("Expired API Key provided: sk_test_****");
    expect(String(error)).not.toContain("sk_test_counterpart");
    control.expireKeys(false);
    expect((await stripe.accounts.retrieve("acct_shop")).id).toBe("acct_shop");
  });

  it("403 without a code for a permission that a restricted key lacks, and names it", async () => {
    const { sdk, control } = await startStandIn();
    const stripe = sdk({}, "rk_test_counterpart");
    control.denyRights("checkout_session_write");
    const error = await stripe.checkout.sessions
      .create(order(), { stripeAccount: "acct_shop" })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      type: "StripePermissionError",
      rawType: "invalid_request_error",
      code: undefined,
      statusCode: 403,
    });
    expect(String(error)).toContain(
      "on account 'acct_shop'. Having the 'rak_checkout_session_write' permission",
    );
    await expect(stripe.checkout.sessions.expire("cs_any")).rejects.toMatchObject({ statusCode: 403 });
    expect((await stripe.checkout.sessions.list()).data).toEqual([]);
  });

  it("403 for an object that the key may not read and the request expands", async () => {
    const { stripe, control } = await startStandIn();
    const { id } = await stripe.checkout.sessions.create(order());
    await control.pay(id, { email: "ada@example.com" });
    control.denyRights("payment_intent_read");
    await expect(stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] })).rejects.toMatchObject(
      { statusCode: 403, message: expect.stringContaining("'rak_payment_intent_read'") },
    );
    const session = await stripe.checkout.sessions.retrieve(id);
    await expect(stripe.paymentIntents.retrieve(String(session.payment_intent))).rejects.toMatchObject({
      statusCode: 403,
    });
    control.denyRights();
    const intent = await stripe.paymentIntents.retrieve(String(session.payment_intent));
    expect(intent).toMatchObject({ object: "payment_intent", status: "succeeded" });
    expect(control.requests().at(-1)?.permissions).toEqual(["payment_intent_read"]);
  });

  it("200 after the delay that a test sets", async () => {
    const { stripe, control } = await startStandIn();
    control.delayAnswers(150);
    const startedAt = performance.now();
    await stripe.accounts.retrieve("acct_shop");
    expect(performance.now() - startedAt).toBeGreaterThan(140);
    control.clearFailures();
  });

  it("400 for JSON where Stripe wants a form", async () => {
    const { url } = await startStandIn();
    const response = await fetch(`${url}/v1/checkout/sessions`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_x", "content-type": "application/json" },
      body: JSON.stringify(order()),
    });
    expect(response.status).toBe(400);
  });

  it("gives every answer its own Request-Id", async () => {
    const { stripe, control } = await startStandIn();
    const { lastResponse } = await stripe.accounts.retrieve("acct_shop");
    expect(lastResponse.requestId).toMatch(/^req_/);
    expect(control.requests()).toMatchObject([
      { id: lastResponse.requestId, path: "/v1/accounts/acct_shop", status: 200 },
    ]);
  });
});

describe("accounts", () => {
  it("keeps what one account owns from every other", async () => {
    const { stripe } = await startStandIn();
    const { id } = await stripe.checkout.sessions.create(order(), { stripeAccount: "acct_one" });
    await expect(stripe.checkout.sessions.retrieve(id)).rejects.toMatchObject({ code: "resource_missing" });
    await expect(
      stripe.checkout.sessions.retrieve(id, undefined, { stripeAccount: "acct_two" }),
    ).rejects.toMatchObject({ code: "resource_missing" });
    expect((await stripe.checkout.sessions.retrieve(id, undefined, { stripeAccount: "acct_one" })).id).toBe(
      id,
    );
  });

  it("returns an account, also one that was unknown before", async () => {
    const { stripe } = await startStandIn();
    expect(await stripe.accounts.retrieve("acct_new")).toMatchObject({
      id: "acct_new",
      charges_enabled: true,
    });
  });

  it("reports a change in account.updated", async () => {
    const { stripe, control } = await startStandIn();
    control.setAccount("acct_shop", { chargesEnabled: false });
    expect(await stripe.accounts.retrieve("acct_shop")).toMatchObject({
      charges_enabled: false,
    });
    expect(control.events("account.updated")).toMatchObject([
      { account: "acct_shop", data: { previous_attributes: { charges_enabled: true } } },
    ]);
  });

  it("403 account_invalid when the owner has taken the access away", async () => {
    const { stripe, control } = await startStandIn();
    control.setAccess("acct_shop", false);
    await expect(stripe.accounts.retrieve("acct_shop")).rejects.toMatchObject({
      code: "account_invalid",
      type: "StripePermissionError",
    });
    await expect(stripe.checkout.sessions.list({}, { stripeAccount: "acct_shop" })).rejects.toMatchObject({
      statusCode: 403,
      rawType: "invalid_request_error",
    });
    control.setAccess("acct_shop", true);
    expect((await stripe.accounts.retrieve("acct_shop")).id).toBe("acct_shop");
    expect(control.events().map(({ type, account }) => [type, account])).toEqual([
      ["account.application.deauthorized", "acct_shop"],
      ["account.application.authorized", "acct_shop"],
    ]);
  });
});

describe("expanding", () => {
  it("replaces ids by their objects, several levels deep", async () => {
    const standIn = await startStandIn();
    const { stripe } = standIn;
    const { sessionId } = await subscribe(standIn);
    const session = await stripe.checkout.sessions.retrieve(sessionId, {
      expand: ["customer", "subscription.latest_invoice.payments", "invoice"],
    });
    expect(session).toMatchObject({
      customer: { object: "customer", email: "ada@example.com" },
      invoice: { status: "paid" },
      subscription: { latest_invoice: { payments: { data: [{ status: "paid" }] } } },
    });
  });

  it("doesn't change the object itself", async () => {
    const standIn = await startStandIn();
    const { sessionId, customerId } = await subscribe(standIn);
    await standIn.stripe.checkout.sessions.retrieve(sessionId, { expand: ["customer"] });
    expect((await standIn.stripe.checkout.sessions.retrieve(sessionId)).customer).toBe(customerId);
  });

  it("works in lists", async () => {
    const standIn = await startStandIn();
    await subscribe(standIn);
    const { data } = await standIn.stripe.checkout.sessions.list({ expand: ["data.customer"] });
    expect(data).toMatchObject([{ customer: { email: "ada@example.com" } }]);
  });

  it("400 for what cannot be expanded", async () => {
    const { stripe } = await startStandIn();
    await expect(stripe.checkout.sessions.create(order({ expand: ["colour"] }))).rejects.toMatchObject({
      param: "expand",
    });
  });
});
