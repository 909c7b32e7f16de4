import { describe, expect, it } from "vitest";
import {
  line,
  order,
  startReceiver,
  startStandIn,
  submit,
  subscriptionOrder,
} from "../helpers/start-stand-in.ts";

const email = "ada@example.com";

async function open(changes: Parameters<typeof order>[0] = {}) {
  const standIn = await startStandIn();
  const session = await standIn.stripe.checkout.sessions.create(order(changes));
  return { ...standIn, id: session.id, url: String(session.url) };
}

async function textOf(response: Response | Promise<Response>): Promise<string> {
  return (await response).text();
}

describe("the pay page", () => {
  it("200 shows the shop, the lines and the total", async () => {
    const { url } = await open({ branding_settings: { display_name: "Northwind" } });
    const page = await textOf(fetch(url));
    for (const text of ["Northwind", "Stoneware mug", "Qty 2, $24.00 each", "$48.00", "Test mode"]) {
      expect(page).toContain(text);
    }
    expect(page).not.toContain("<script");
  });

  it("200 shows the first picture of a line, and loads nothing else", async () => {
    const images = ["https://shop.example/mug.jpg?a=1&b=2", "https://shop.example/mug-2.jpg"];
    const { url } = await open({ line_items: [line(2400, { product_data: { name: "Mug", images } })] });
    const response = await fetch(url);
    expect(response.headers.get("content-security-policy")).toMatch(
      /default-src 'none';.*; img-src http: https:;/,
    );
    const page = await textOf(response);
    expect(page.match(/<img [^>]*>/g)).toEqual([
      '<img src="https://shop.example/mug.jpg?a=1&amp;b=2" alt="" width="56" height="56">',
    ]);
  });

  it.each([
    ["jpy", 4800, "¥4,800"],
    ["kwd", 12_350, "KWD\u00a012.350"],
    ["eur", 4800, "€48.00"],
    ["isk", 480_000, "ISK\u00a04,800.00"],
  ])("200 formats %s in Stripe's units", async (currency, amount, written) => {
    const { url } = await open({ line_items: [line(amount, { currency })] });
    expect(await textOf(fetch(url))).toContain(written);
  });

  it("200 escapes everything", async () => {
    const { url } = await open({
      line_items: [
        line(2400, {
          product_data: { name: `<img src=x onerror="alert(1)">&'</style><script>` },
        }),
      ],
      branding_settings: { display_name: "<b>Shop</b>" },
    });
    const page = await textOf(submit(url, { email: `"><script>`, outcome: "pay" }));
    expect(page).not.toMatch(/<img src=x|<script|<b>Shop/);
    expect(page).toContain(
      "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;&#39;&lt;/style&gt;&lt;script&gt;",
    );
  });

  it("allows no script, and no frame around it", async () => {
    const { url } = await open();
    const policy = (await fetch(url)).headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("script-src");
  });

  it("404 for a link from before the last start", async () => {
    const { url } = await startStandIn();
    const response = await fetch(`${url}/pay/cs_test_forgotten`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("Page not found");
    expect((await submit(`${url}/pay/cs_test_forgotten`, { outcome: "pay", email })).status).toBe(404);
  });
});

describe("paying on the page", () => {
  it("303 to the success address, with the session's id in it", async () => {
    const { url, id, stripe } = await open();
    const response = await submit(url, { email, outcome: "pay" });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`https://shop.example/thanks?session_id=${id}`);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: "complete",
      payment_status: "paid",
    });
  });

  it("303 only after the shop has received the payment's event", async () => {
    const receiver = await startReceiver();
    const { stripe } = await startStandIn({ webhooks: [receiver.endpoint] });
    const session = await stripe.checkout.sessions.create(order());
    await submit(String(session.url), { email, outcome: "pay" });
    expect(receiver.types()).toContain("checkout.session.completed");
  });

  it("303 to the cancel address, and the session stays open", async () => {
    const { url, id, stripe } = await open();
    const response = await submit(url, { outcome: "cancel" });
    expect([response.status, response.headers.get("location")]).toEqual([303, "https://shop.example/cart"]);
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("open");
  });

  it.each([
    ["by choice", { email, outcome: "decline" }],
    ["by choice, without an email", { outcome: "decline" }],
    ["because of the card", { email, outcome: "pay", card_number: "4000 0000 0000 0002" }],
  ])("200 says that the card was declined, %s", async (_why, fields) => {
    const { url, id, stripe } = await open();
    const response = await submit(url, fields);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("Your card was declined.");
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("open");
  });

  it("200 refuses a card that isn't a test card, and doesn't show it again", async () => {
    const { url } = await open();
    const page = await textOf(submit(url, { email, outcome: "pay", card_number: "4111 2222 3333 4444" }));
    expect(page).toContain("that is not a test card");
    expect(page).not.toContain("4111 2222 3333 4444");
  });

  it("200 asks again for an invalid email, and keeps the input", async () => {
    const { url } = await open();
    const page = await textOf(submit(url, { email: "ada@", outcome: "pay" }));
    expect(page).toContain("Please enter a complete email address.");
    expect(page).toContain('value="ada@"');
  });

  it("200 asks for a shipping address when the shop wants one", async () => {
    const { url, id, stripe } = await open({
      shipping_address_collection: { allowed_countries: ["DE", "AT"] },
    });
    expect(await textOf(submit(url, { email, outcome: "pay", shipping_name: "" }))).toContain(
      "Please fill in this field.",
    );
    await submit(url, {
      email,
      outcome: "pay",
      shipping_name: "Ada Lovelace",
      shipping_line1: "Ringstraße 1",
      shipping_postal_code: "1010",
      shipping_city: "Wien",
      shipping_country: "AT",
    });
    expect((await stripe.checkout.sessions.retrieve(id)).collected_information).toMatchObject({
      shipping_details: { name: "Ada Lovelace", address: { city: "Wien", country: "AT" } },
    });
  });

  it.each([
    ["the shop's own country", ["AF", "DE", "US"], "US"],
    ["the first one, if the shop doesn't ship to its own", ["IE", "DE", "AT"], "IE"],
  ] as const)("200 presets %s", async (_, countries, preset) => {
    const { url } = await open({ shipping_address_collection: { allowed_countries: [...countries] } });
    const page = await (await fetch(url)).text();
    expect(/<option value="(\w+)" selected/.exec(page)?.[1]).toBe(preset);
  });

  it("200 presets the country from which the shop pays tax", async () => {
    const { url, control } = await open({
      shipping_address_collection: { allowed_countries: ["AT", "IE", "US"] },
    });
    control.setTaxOrigin(undefined, "IE");
    expect(await (await fetch(url)).text()).toContain('<option value="IE" selected>');
  });

  it("200 refuses a country that the shop doesn't ship to", async () => {
    const { url, id, stripe } = await open({ shipping_address_collection: { allowed_countries: ["DE"] } });
    const page = await textOf(
      submit(url, {
        email,
        outcome: "pay",
        shipping_name: "Ada Lovelace",
        shipping_line1: "Ringstraße 1",
        shipping_postal_code: "1010",
        shipping_city: "Wien",
        shipping_country: "AT",
      }),
    );
    expect(page).toContain("does not ship to that country");
    expect(page).toContain("Germany");
    expect(page).not.toContain("Austria");
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("open");
  });

  it("303 for a program that sends no address at all: it gets an example one", async () => {
    const { url, id, stripe } = await open({
      phone_number_collection: { enabled: true },
      shipping_address_collection: { allowed_countries: ["IE"] },
    });
    expect((await submit(url, { email, outcome: "pay" })).status).toBe(303);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      collected_information: { shipping_details: { name: "Jenny Rosen", address: { country: "IE" } } },
      customer_details: { phone: "+1 415 555 0100" },
    });
  });

  it("200 says that there is nothing more to pay, and doesn't charge twice", async () => {
    const { url, control } = await open();
    await submit(url, { email, outcome: "pay" });
    expect(await textOf(submit(url, { email, outcome: "pay" }))).toContain("This payment is complete");
    expect(control.events("charge.succeeded")).toHaveLength(1);
  });

  it("200 says that the session has expired", async () => {
    const { url, id, stripe } = await open();
    await stripe.checkout.sessions.expire(id);
    expect(await textOf(fetch(url))).toContain("This checkout has expired");
    expect(await textOf(submit(url, { email, outcome: "pay" }))).toContain("This checkout has expired");
  });

  it("200 returns to a program what a browser would be redirected with", async () => {
    const { url, id, stripe } = await open();
    const pay = (fields: Record<string, string>) =>
      fetch(url, {
        method: "POST",
        headers: { Accept: "application/json" },
        body: new URLSearchParams({ email, ...fields }),
      });
    const declined = await pay({ outcome: "decline" });
    expect(declined.status).toBe(402);
    expect(await declined.json()).toEqual({ error: "Your card was declined." });
    const paid = await pay({ outcome: "pay" });
    expect(paid.status).toBe(200);
    expect(await paid.json()).toEqual({
      session_id: id,
      url: `https://shop.example/thanks?session_id=${id}`,
    });
    expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe("paid");
  });

  it.each([
    ["by choice", { outcome: "insufficient_funds" }],
    ["because of the card", { email, outcome: "pay", card_number: "4000 0000 0000 9995" }],
  ])("200 says that the card has insufficient funds, %s", async (_why, fields) => {
    const { url, id, stripe } = await open();
    expect(await textOf(submit(url, fields))).toContain("Your card has insufficient funds.");
    expect(await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] })).toMatchObject({
      payment_intent: {
        last_payment_error: { code: "card_declined", decline_code: "insufficient_funds" },
      },
    });
  });

  it.each([
    ["by choice", { email, outcome: "authentication" }],
    ["because of the card", { email, outcome: "pay", card_number: "4000 0025 0000 3155" }],
  ])("200 asks the buyer to confirm the payment at the bank first, %s", async (_why, fields) => {
    const { url, id, stripe, control } = await open();
    const page = await textOf(submit(url, fields));
    expect(page).toContain("Your bank asks you to confirm this payment");
    expect(page).toContain("$48.00");
    expect(await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] })).toMatchObject({
      status: "open",
      payment_intent: { status: "requires_action" },
    });
    expect(await textOf(submit(url, { outcome: "authentication_failed" }))).toContain(
      "unable to authenticate",
    );
    expect(await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] })).toMatchObject({
      payment_intent: {
        status: "requires_payment_method",
        last_payment_error: { code: "payment_intent_authentication_failure" },
      },
    });
    await submit(url, fields);
    expect((await submit(url, { outcome: "authenticated" })).status).toBe(303);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      payment_status: "paid",
      customer_details: { email },
    });
    expect(control.events("payment_intent.requires_action")).toHaveLength(2);
  });

  it("200 asks how to pay when a confirmation answers no question", async () => {
    const { url, id, stripe } = await open();
    expect(await textOf(submit(url, { email, outcome: "authenticated" }))).toContain(
      "Please choose how to pay.",
    );
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("open");
  });

  it("402 explains to a program how to confirm at the bank", async () => {
    const { url } = await open();
    const response = await fetch(url, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams({ email, outcome: "authentication" }),
    });
    expect(response.status).toBe(402);
    expect(JSON.stringify(await response.json())).toContain("outcome=authenticated");
  });

  it("303 for a payment that is disputed, or whose refund will fail", async () => {
    const { url, stripe, control } = await open();
    expect((await submit(url, { email, outcome: "dispute" })).status).toBe(303);
    expect(control.events("charge.dispute.created")).toMatchObject([
      { data: { object: { reason: "fraudulent", amount: 4800 } } },
    ]);
    const other = await stripe.checkout.sessions.create(order());
    expect((await submit(String(other.url), { email, outcome: "failing_refund" })).status).toBe(303);
    expect(control.events("charge.succeeded").at(-1)).toMatchObject({
      data: { object: { payment_method_details: { card: { last4: "5126" } } } },
    });
  });

  it("303 for a payment that comes later", async () => {
    const { url, id, stripe } = await open();
    expect((await submit(url, { email, outcome: "pay_later" })).status).toBe(303);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: "complete",
      payment_status: "unpaid",
    });
  });

  it("303 for a subscription, whose page says what it costs", async () => {
    const { stripe } = await startStandIn();
    const session = await stripe.checkout.sessions.create(subscriptionOrder());
    expect(await textOf(fetch(String(session.url)))).toContain("$12.00 per month");
    expect((await submit(String(session.url), { email, outcome: "pay" })).status).toBe(303);
  });

  it("uses a known customer's email instead of the form's", async () => {
    const { stripe, control } = await startStandIn();
    const { id: customer } = await stripe.customers.create();
    const first = await stripe.checkout.sessions.create(order({ customer }));
    await control.pay(first.id, { email });
    const session = await stripe.checkout.sessions.create(order({ customer }));
    await submit(String(session.url), { email: "eve@example.com", outcome: "pay" });
    expect((await stripe.checkout.sessions.retrieve(session.id)).customer_details?.email).toBe(email);
  });
});
