import { describe, expect, it } from "vitest";
import { order, startStandIn, subscribe } from "../helpers/start-stand-in.ts";

describe("what every request is asked", () => {
  it("401 without a key", async () => {
    const { url } = await startStandIn();
    const response = await fetch(`${url}/v1/account`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { type: "invalid_request_error" } });
  });

  it("401 for a publishable key, which is not repeated in the answer", async () => {
    const { sdk } = await startStandIn();
    const error = await sdk({}, "pk_test_visible")
      .accounts.retrieveCurrent()
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ type: "StripeAuthenticationError", statusCode: 401 });
    expect(String(error)).not.toContain("pk_test_visible");
  });

  it("200 for a key in basic authentication", async () => {
    const { url } = await startStandIn();
    const authorization = `Basic ${Buffer.from("sk_test_x:").toString("base64")}`;
    expect((await fetch(`${url}/v1/account`, { headers: { authorization } })).status).toBe(200);
  });

  it("404 for what Stripe has and the stand-in has not", async () => {
    const { stripe } = await startStandIn();
    await expect(stripe.coupons.list()).rejects.toMatchObject({
      statusCode: 404,
      type: "StripeInvalidRequestError",
    });
  });

  it("200 for an older API version, with a note that the answer is in the SDK's", async () => {
    const { stripe } = await startStandIn();
    const { lastResponse } = await stripe.accounts.retrieveCurrent(undefined, { apiVersion: "2024-06-20" });
    expect(lastResponse.headers["stand-in-note"]).toMatch(/^asked for 2024-06-20, answered in /);
    expect((await stripe.accounts.retrieveCurrent()).lastResponse.headers).not.toHaveProperty(
      "stand-in-note",
    );
  });

  it("400 for a version that Stripe never had", async () => {
    const { stripe } = await startStandIn();
    await expect(stripe.accounts.retrieveCurrent(undefined, { apiVersion: "newest" })).rejects.toMatchObject({
      statusCode: 400,
      message: "Invalid Stripe API version: newest",
    });
  });

  it("200 for a restricted key", async () => {
    const { sdk } = await startStandIn();
    expect((await sdk({}, "rk_test_counterpart").accounts.retrieveCurrent()).object).toBe("account");
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

  it("403 without a code for what a restricted key has no right to, and names the right", async () => {
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

  it("200 late, as late as a test wants it", async () => {
    const { stripe, control } = await startStandIn();
    control.delayAnswers(150);
    const startedAt = performance.now();
    await stripe.accounts.retrieveCurrent();
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
    const { lastResponse } = await stripe.accounts.retrieveCurrent();
    expect(lastResponse.requestId).toMatch(/^req_/);
    expect(control.requests()).toMatchObject([
      { id: lastResponse.requestId, path: "/v1/account", status: 200 },
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

  it("shows an account, also one that it hears of for the first time", async () => {
    const { stripe } = await startStandIn();
    expect(await stripe.accounts.retrieve("acct_new")).toMatchObject({
      id: "acct_new",
      charges_enabled: true,
    });
    expect((await stripe.accounts.retrieveCurrent()).id).not.toBe("acct_new");
    expect((await stripe.accounts.retrieveCurrent(undefined, { stripeAccount: "acct_new" })).id).toBe(
      "acct_new",
    );
  });

  it("tells of a change in account.updated", async () => {
    const { stripe, control } = await startStandIn();
    control.setAccount("acct_shop", { chargesEnabled: false, businessName: "Northwind" });
    expect(await stripe.accounts.retrieve("acct_shop")).toMatchObject({
      charges_enabled: false,
      business_profile: { name: "Northwind" },
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
  it("replaces ids by what they name, several steps deep", async () => {
    const standIn = await startStandIn();
    const { stripe } = standIn;
    const { sessionId } = await subscribe(standIn);
    const session = await stripe.checkout.sessions.retrieve(sessionId, {
      expand: ["line_items", "customer", "subscription.latest_invoice.payments", "invoice"],
    });
    expect(session).toMatchObject({
      customer: { object: "customer", email: "ada@example.com" },
      invoice: { status: "paid" },
      line_items: { data: [{ amount_total: 1200 }] },
      subscription: { latest_invoice: { payments: { data: [{ status: "paid" }] } } },
    });
  });

  it("leaves the object itself as it was", async () => {
    const standIn = await startStandIn();
    const { sessionId, customerId } = await subscribe(standIn);
    await standIn.stripe.checkout.sessions.retrieve(sessionId, { expand: ["customer"] });
    expect((await standIn.stripe.checkout.sessions.retrieve(sessionId)).customer).toBe(customerId);
  });

  it("works in lists", async () => {
    const standIn = await startStandIn();
    await subscribe(standIn);
    const { data } = await standIn.stripe.subscriptions.list({ expand: ["data.customer"] });
    expect(data).toMatchObject([{ customer: { email: "ada@example.com" } }]);
  });

  it("400 for what cannot be expanded", async () => {
    const { stripe } = await startStandIn();
    await expect(stripe.checkout.sessions.create(order({ expand: ["colour"] }))).rejects.toMatchObject({
      param: "expand",
    });
  });
});

describe("lists", () => {
  it("go forwards, backwards and to their end", async () => {
    const { stripe } = await startStandIn();
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1)
      ids.unshift((await stripe.customers.create({ name: `Buyer ${index}` })).id);
    const first = await stripe.customers.list({ limit: 2 });
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true]);
    const last = await stripe.customers.list({ limit: 3, starting_after: String(ids[1]) });
    expect([last.data.map(({ id }) => id), last.has_more]).toEqual([ids.slice(2), false]);
    const back = await stripe.customers.list({ limit: 2, ending_before: String(ids[3]) });
    expect([back.data.map(({ id }) => id), back.has_more]).toEqual([ids.slice(1, 3), true]);
  });

  it("400 for a limit over 100", async () => {
    const { stripe } = await startStandIn();
    await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: "limit" });
  });
});

describe("customers", () => {
  it("changes what is named, removes what is emptied, keeps the rest", async () => {
    const { stripe, control } = await startStandIn();
    const { id } = await stripe.customers.create({ email: "ada@example.com", metadata: { a: "1", b: "2" } });
    const updated = await stripe.customers.update(id, { name: "Ada", metadata: { a: "", c: "3" } });
    expect(updated).toMatchObject({ email: "ada@example.com", name: "Ada", metadata: { b: "2", c: "3" } });
    expect(updated.metadata).not.toHaveProperty("a");
    expect(control.events("customer.updated")).toMatchObject([
      { data: { previous_attributes: { name: null } } },
    ]);
  });
});
