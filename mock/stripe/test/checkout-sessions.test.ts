import { describe, expect, it } from "vitest";
import {
  day,
  line,
  monthly,
  nowSeconds,
  order,
  startStandIn,
  subscriptionOrder,
} from "./helpers/start-stand-in.ts";

describe("creating a session", () => {
  it("200 with an open session on the stand-in's own address", async () => {
    const { stripe, url } = await startStandIn();
    const session = await stripe.checkout.sessions.create(
      order({
        client_reference_id: "cks_1",
        metadata: { cart: "cart_1" },
      }),
    );
    expect(session).toMatchObject({
      object: "checkout.session",
      amount_total: 4800,
      client_reference_id: "cks_1",
      currency: "usd",
      expires_at: nowSeconds + day,
      metadata: { cart: "cart_1" },
      mode: "payment",
      payment_intent: null,
      payment_status: "unpaid",
      status: "open",
      ui_mode: "hosted_page",
      url: `${url}/pay/${session.id}`,
    });
    expect(session.id).toMatch(/^cs_test_/);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      id: session.id,
      status: "open",
    });
  });

  it("200 with 100 lines", async () => {
    const { stripe } = await startStandIn();
    const lines = Array.from({ length: 100 }, (_, index) => line(100 + index));
    const { amount_total } = await stripe.checkout.sessions.create(order({ line_items: lines }));
    expect(amount_total).toBe(14_950);
  });

  it("200 with a known customer", async () => {
    const { stripe } = await startStandIn();
    const { id: customer } = await stripe.customers.create();
    const session = await stripe.checkout.sessions.create(order({ customer }));
    expect(session).toMatchObject({ customer, customer_creation: null });
  });

  it("200 with nothing to pay, when everything is free", async () => {
    const { stripe } = await startStandIn();
    const session = await stripe.checkout.sessions.create(order({ line_items: [line(0)] }));
    expect(session).toMatchObject({ amount_total: 0, payment_status: "no_payment_required" });
  });

  it("200 with an address and a language, which the page shows and returns", async () => {
    const { stripe } = await startStandIn();
    const params = { customer_email: "ines@reader.example", locale: "pt" } as const;
    const session = await stripe.checkout.sessions.create(order(params));
    expect(session).toMatchObject(params);
    const page = await (await fetch(session.url ?? "")).text();
    expect(page).toContain("ines@reader.example");
    expect(page).not.toContain('name="email"');
  });

  it("400 with both a customer and an address", async () => {
    const { stripe } = await startStandIn();
    const { id: customer } = await stripe.customers.create();
    const both = stripe.checkout.sessions.create(order({ customer, customer_email: "ines@reader.example" }));
    await expect(both).rejects.toThrow("only specify one");
  });

  const refusals: [title: string, params: object, error: object][] = [
    [
      "400 email_invalid for an address whose domain can't exist",
      { customer_email: "ines@reader.123" },
      { code: "email_invalid", param: "customer_email" },
    ],
    ["400 for a language that the page doesn't speak", { locale: "tlh" }, { param: "locale" }],
    [
      "400 parameter_unknown for a word that Stripe doesn't know",
      { colour: "red" },
      { code: "parameter_unknown", param: "colour" },
    ],
    [
      "400 parameter_unknown for payment_method_types, which are gone",
      { payment_method_types: ["card"] },
      { code: "parameter_unknown" },
    ],
    [
      "400 parameter_unknown for a word further down",
      { line_items: [{ ...line(100), size: "L" }] },
      { param: "line_items[0][size]" },
    ],
    [
      "400 parameter_unknown for a parameter that is not modelled, and says so",
      { consent_collection: { promotions: "auto" } },
      {
        code: "parameter_unknown",
        message: "Received unknown parameter: consent_collection, or one that the stand-in does not model.",
      },
    ],
    [
      "400 parameter_missing without a success_url",
      { success_url: undefined },
      { code: "parameter_missing", param: "success_url" },
    ],
    [
      "400 parameter_missing without a mode",
      { mode: undefined },
      { code: "parameter_missing", param: "mode" },
    ],
    [
      "400 parameter_missing without lines",
      { line_items: undefined },
      { code: "parameter_missing", param: "line_items" },
    ],
    [
      "400 parameter_missing without a product's name",
      { line_items: [line(100, { product_data: { metadata: { size: "350 ml" } } as never })] },
      { param: "line_items[0][price_data][product_data][name]" },
    ],
    [
      "400 parameter_missing without a quantity",
      { line_items: [{ price_data: line(100).price_data }] },
      { param: "line_items[0][quantity]" },
    ],
    [
      "400 parameter_invalid_empty for an empty text",
      { line_items: [line(100, { product_data: { name: "" } })] },
      { code: "parameter_invalid_empty" },
    ],
    [
      "400 parameter_invalid_integer for a negative amount",
      { line_items: [line(-100)] },
      { code: "parameter_invalid_integer" },
    ],
    [
      "400 parameter_invalid_integer for half a cent",
      { line_items: [line(99.5)] },
      { code: "parameter_invalid_integer" },
    ],
    [
      "400 url_invalid for an address that is none",
      { success_url: "shop" },
      { code: "url_invalid", param: "success_url" },
    ],
    [
      "400 for a currency that is none",
      { line_items: [line(100, { currency: "xyz" })] },
      { param: "line_items[0][price_data][currency]" },
    ],
    [
      "400 for two currencies",
      { line_items: [line(100), line(100, { currency: "eur" })] },
      { param: "line_items" },
    ],
    [
      "400 for 101 lines",
      { line_items: Array.from({ length: 101 }, () => line(100)) },
      { param: "line_items" },
    ],
    ["400 for a recurring price in payment mode", { line_items: [line(100, monthly)] }, { statusCode: 400 }],
    [
      "400 for subscription_data in payment mode",
      { subscription_data: { metadata: { a: "b" } } },
      { param: "subscription_data" },
    ],
    ["400 amount_too_small below the least charge", { line_items: [line(49)] }, { code: "amount_too_small" }],
    [
      "400 amount_too_large above eight digits",
      { line_items: [line(100_000_000)] },
      { code: "amount_too_large" },
    ],
    [
      "400 for a dinar amount that is no multiple of ten",
      { line_items: [line(12_345, { currency: "kwd" })] },
      { param: "line_items[0][price_data][unit_amount]" },
    ],
    ["400 for a life under 30 minutes", { expires_at: nowSeconds + 30 * 60 - 1 }, { param: "expires_at" }],
    ["400 for a life over 24 hours", { expires_at: nowSeconds + day + 1 }, { param: "expires_at" }],
    [
      "400 for a name that is longer than 250 characters",
      { line_items: [line(2400, { product_data: { name: "x".repeat(251) } })] },
      { param: "line_items[0][price_data][product_data][name]" },
    ],
    ["400 for metadata that is too long", { metadata: { note: "x".repeat(501) } }, { param: "metadata" }],
    [
      "404 resource_missing for an unknown customer",
      { customer: "cus_unknown" },
      { code: "resource_missing", param: "customer" },
    ],
  ];

  it.each(refusals)("%s", async (_title, params, error) => {
    const { stripe } = await startStandIn();
    await expect(stripe.checkout.sessions.create({ ...order(), ...params })).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      ...error,
    });
  });

  const subscriptionRefusals: [title: string, params: object, error: object][] = [
    ["400 for a subscription without a recurring price", { line_items: [line(100)] }, { statusCode: 400 }],
    [
      "400 for two billing intervals",
      { line_items: [line(100, monthly), line(100, { recurring: { interval: "year" } })] },
      { statusCode: 400 },
    ],
    [
      "400 for 21 recurring lines",
      { line_items: Array.from({ length: 21 }, () => line(100, monthly)) },
      { param: "line_items" },
    ],
  ];

  it.each(subscriptionRefusals)("%s", async (_title, params, error) => {
    const { stripe } = await startStandIn();
    await expect(
      stripe.checkout.sessions.create({ ...subscriptionOrder(), ...params }),
    ).rejects.toMatchObject(error);
  });

  it("400 while the account cannot make charges", async () => {
    const { stripe, control } = await startStandIn();
    control.setAccount("acct_shop", { chargesEnabled: false });
    await expect(
      stripe.checkout.sessions.create(order(), { stripeAccount: "acct_shop" }),
    ).rejects.toMatchObject({ statusCode: 400, message: "Your account cannot currently make charges." });
  });
});

describe("the end of a session", () => {
  it("200 expires an open session, whose url is gone then", async () => {
    const { stripe, control } = await startStandIn();
    const { id } = await stripe.checkout.sessions.create(order());
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ status: "expired", url: null });
    expect(control.events().map(({ type }) => type)).toEqual(["checkout.session.expired"]);
  });

  it("400 for expiring a session twice", async () => {
    const { stripe } = await startStandIn();
    const { id } = await stripe.checkout.sessions.create(order());
    await stripe.checkout.sessions.expire(id);
    await expect(stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 });
  });

  it("404 resource_missing for a session that never existed", async () => {
    const { stripe } = await startStandIn();
    await expect(stripe.checkout.sessions.retrieve("cs_test_unknown")).rejects.toMatchObject({
      code: "resource_missing",
    });
  });

  it("expires by itself when its time is over, not a second before", async () => {
    const { stripe, control } = await startStandIn();
    const { id } = await stripe.checkout.sessions.create(order({ expires_at: nowSeconds + 31 * 60 }));
    await control.advance(31 * 60 - 1);
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("open");
    await control.advance(1);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: "expired", url: null });
    expect(control.events("checkout.session.expired")).toMatchObject([{ created: nowSeconds + 31 * 60 }]);
  });

  it("expires when the given clock moves, without a call", async () => {
    let now = nowSeconds * 1000;
    const { stripe } = await startStandIn({ clock: { now: () => now } });
    const { id } = await stripe.checkout.sessions.create(order({ expires_at: nowSeconds + 31 * 60 }));
    now += 31 * 60 * 1000;
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("expired");
  });

  it("expires many sessions in the order of their expiry", async () => {
    const { stripe, control } = await startStandIn();
    const lives = [50, 31, 45, 31, 60];
    const sessions = await Promise.all(
      lives.map((minutes) =>
        stripe.checkout.sessions.create(order({ expires_at: nowSeconds + minutes * 60 })),
      ),
    );
    await control.advance(3600);
    const ends = control.events("checkout.session.expired").map(({ created }) => (created - nowSeconds) / 60);
    expect(ends).toEqual([31, 31, 45, 50, 60]);
    expect(sessions).toHaveLength(5);
  });

  it("lists sessions by status, the newest first", async () => {
    const { stripe } = await startStandIn();
    const first = await stripe.checkout.sessions.create(order());
    const second = await stripe.checkout.sessions.create(order());
    const third = await stripe.checkout.sessions.create(order());
    await stripe.checkout.sessions.expire(second.id);
    const open = await stripe.checkout.sessions.list({ status: "open" });
    expect(open.data.map(({ id }) => id)).toEqual([third.id, first.id]);
  });
});

describe("listing the line items of a session", () => {
  it("200 with pages in the order of the session", async () => {
    const { stripe } = await startStandIn();
    const { id } = await stripe.checkout.sessions.create(
      order({ line_items: [line(100), line(200), line(300)] }),
    );
    const first = await stripe.checkout.sessions.listLineItems(id, { limit: 2 });
    expect(first).toMatchObject({ has_more: true, url: `/v1/checkout/sessions/${id}/line_items` });
    expect(first.data.map(({ amount_total }) => amount_total)).toEqual([100, 200]);
    const second = await stripe.checkout.sessions.listLineItems(id, {
      starting_after: first.data[1]?.id ?? "",
    });
    expect(second).toMatchObject({
      has_more: false,
      data: [{ object: "item", amount_total: 300, quantity: 1 }],
    });
  });

  it("404 for an unknown session", async () => {
    const { stripe } = await startStandIn();
    await expect(stripe.checkout.sessions.listLineItems("cs_test_unknown")).rejects.toMatchObject({
      statusCode: 404,
    });
  });
});
