import { afterAll, describe, expect, test } from "vitest";
import { brokenServices } from "../helpers/broken-services.ts";
import { onPaymentPage } from "../helpers/pay-page.ts";
import { cartWith, dataOf, openCheckout, pay, paymentPage, readSession } from "../helpers/shopping.ts";
import { blankProduct, type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld();
afterAll(() => world.close());

/** The page's text, and the response's headers. */
async function look(path: string) {
  const response = await fetch(new URL(path, world.url));
  const html = await response.text();
  const text = html
    .replace(/<style>.*<\/style>/s, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#39;", "'")
    .replace(/\s+/g, " ");
  return { status: response.status, headers: response.headers, html, text };
}

const success = (sessionId: string) => look(`/checkout/success?session_id=${sessionId}`);
const sessionIdIn = (url: string) => new URL(url).pathname.split("/").at(-1) ?? "";

const shop = { name: "Harbour Press", contactEmail: "studio@harbourpress.example", contactPhone: null };

async function bought(merchant: Merchant, quantities: Record<string, number>) {
  const url = await paymentPage(merchant, await cartWith(merchant, quantities));
  return { url, sessionId: await pay(url, "ines@reader.example") };
}

describe("/checkout/success", () => {
  test("200 says that it is paid, with shop, lines, total and next steps", async () => {
    const merchant = await world.merchant(shop);
    const { sessionId } = await bought(merchant, { poster: 2, notebook: 1 });
    const { status, text } = await success(sessionId);
    expect(status).toBe(200);
    for (const expected of [
      "Harbour Press",
      "Thank you",
      "Your payment has been received",
      "Tide Poster 2 €48.00",
      "Notebook 1 €12.50",
      "Total €60.50",
      "studio@harbourpress.example",
      "You can close this page.",
    ]) {
      expect(text).toContain(expected);
    }
  });

  test("200 shows what the total consists of", async () => {
    const merchant = await world.merchant({ ...shop, stripeAccount: "acct_parts" });
    const { database, promotionCodes } = world.services;
    const { id: storeId, currency } = merchant.store;
    const rate = { name: "Post", priceInCents: 490, days: null, freeFromInCents: null, countries: null };
    await database.shippingRates.add({ storeId, currency }, rate);
    await promotionCodes.create(
      merchant.store,
      {
        ...{ code: "SUMMER", percentOff: 10, amountOffInCents: null, currency },
        ...{ minimumInCents: null, maxRedemptions: null, expiresAt: null },
      },
      { token: "parts", by: { kind: "command_line", id: "test" } },
    );
    const url = await paymentPage(merchant, await cartWith(merchant, { poster: 2 }));
    const code = new URLSearchParams({ outcome: "apply_code", promotion_code: "SUMMER" });
    await fetch(url, { method: "POST", body: code });
    expect((await success(await pay(url))).text).toContain(
      "Subtotal €48.00 Discount -€4.80 Shipping €4.90 Total €48.10",
    );
  });

  test("200 by our own id too, and without a webhook", async () => {
    const merchant = await world.merchant(shop);
    const { sessionId } = await bought(merchant, { font: 1 });
    const { id } = await readSession(merchant, sessionId);
    expect((await success(id)).text).toContain("Thank you");
  });

  test("200 doesn't identify the buyer, since the link may be passed on", async () => {
    const merchant = await world.merchant(shop);
    const { sessionId } = await bought(merchant, { poster: 1 });
    const { customerEmail, customerName, customerPhone, shippingAddress } = await readSession(
      merchant,
      sessionId,
    );
    const { html } = await success(sessionId);
    const personal = [customerEmail, customerName, customerPhone, ...Object.values(shippingAddress ?? {})];
    for (const told of personal.filter((one) => typeof one === "string" && one.length > 2)) {
      expect(html).not.toContain(told);
    }
    expect(customerEmail).toBe("ines@reader.example");
  });

  test("200 says that goods are sent to the address of the pay page", async () => {
    const merchant = await world.merchant(shop);
    const posted = await bought(merchant, { poster: 1 });
    const { shippingAddress } = await readSession(merchant, posted.sessionId);
    const { text } = await success(posted.sessionId);
    expect(text.includes("shipped to the address that you gave")).toBe(shippingAddress !== null);
    const downloaded = await bought(merchant, { font: 1 });
    expect((await success(downloaded.sessionId)).text).toContain("The shop will contact you about delivery");
  });

  test("200 says that a subscription renews until it is cancelled", async () => {
    const merchant = await world.merchant(shop);
    const { sessionId } = await bought(merchant, { monthly: 1 });
    expect((await success(sessionId)).text).toContain("It renews automatically until you cancel it.");
  });

  test("200 says that there was nothing to pay", async () => {
    const free = { reference: "sampler", name: "Sampler", priceInCents: 0, type: "digital" as const };
    const merchant = await world.merchant(shop, [{ ...blankProduct, ...free }]);
    const { sessionId } = await bought(merchant, { sampler: 1 });
    const { text } = await success(sessionId);
    expect(text).toContain("There was nothing to pay.");
    expect(text).toContain("Total €0.00");
  });

  test("200 says that a bank debit is pending, then that it has arrived", async () => {
    const merchant = await world.merchant(shop);
    const url = await paymentPage(merchant, await cartWith(merchant, { font: 1 }));
    const sessionId = sessionIdIn(url);
    await world.stripe.pay(sessionId, { email: "ines@reader.example", paid: "later" });
    const pending = await success(sessionId);
    expect(pending.text).toContain("Payment pending");
    expect(pending.text).toContain("don’t pay a second time");
    expect(pending.text).not.toContain("Your payment has been received");
    await world.stripe.settle(sessionId, "succeed");
    expect((await success(sessionId)).text).toContain("Your payment has been received");
  });

  test("200 says that a bank debit has failed", async () => {
    const merchant = await world.merchant(shop);
    const url = await paymentPage(merchant, await cartWith(merchant, { font: 1 }));
    const sessionId = sessionIdIn(url);
    await world.stripe.pay(sessionId, { email: "ines@reader.example", paid: "later" });
    await world.stripe.settle(sessionId, "fail");
    const { text } = await success(sessionId);
    expect(text).toContain("The payment did not go through");
    expect(text).not.toContain("Thank you");
  });

  test("200 says that it isn't paid yet, and links to the payment", async () => {
    const merchant = await world.merchant(shop);
    const url = await paymentPage(merchant, await cartWith(merchant, { font: 1 }));
    const { html, text } = await success(sessionIdIn(url));
    expect(text).toContain("This checkout isn’t finished");
    expect(html).toContain(`href="${url}"`);
  });

  test("200 says that it has expired, and that the cart is kept", async () => {
    const merchant = await world.merchant(shop);
    const url = await paymentPage(merchant, await cartWith(merchant, { font: 1 }));
    await world.stripe.expire(sessionIdIn(url));
    const { html, text } = await success(sessionIdIn(url));
    expect(text).toContain("This checkout has expired");
    expect(text).toContain("still in your cart");
    expect(html).not.toContain(url);
  });

  test("200 says within seconds that the outcome isn't known yet when the provider hangs, and links to no second payment", async () => {
    const merchant = await world.merchant(shop);
    const url = await paymentPage(merchant, await cartWith(merchant, { font: 1 }));
    await pay(url);
    world.stripe.fail({ how: "hang", requests: 10 });
    const { status, html, text } = await success(sessionIdIn(url));
    world.stripe.clearFailures();
    expect(status).toBe(200);
    expect(text).toContain("We don’t know yet whether you have paid");
    expect(text).toContain("Typeface");
    expect(text).not.toContain("No payment has been made");
    expect(html).not.toContain(url);
  });

  test("200 says the same when the provider answers with an error", async () => {
    const merchant = await world.merchant(shop);
    const url = await paymentPage(merchant, await cartWith(merchant, { font: 1 }));
    await pay(url);
    world.stripe.fail({ how: 500, requests: 10 });
    const { status, text } = await success(sessionIdIn(url));
    world.stripe.clearFailures();
    expect(status).toBe(200);
    expect(text).toContain("We don’t know yet whether you have paid");
  });

  test("500 with Retry-After, as a page, when the database is unavailable", async () => {
    const merchant = await world.merchant(shop);
    const { sessionId } = await bought(merchant, { font: 1 });
    const { status, headers, text } = await world.withServices(
      () => brokenServices(new Error("The database is away.")),
      () => success(sessionId),
    );
    expect(status).toBe(500);
    expect(headers.get("retry-after")).toMatch(/^\d+$/);
    expect(headers.get("content-type")).toContain("text/html");
    expect(text).toContain("it is not lost");
  });

  test.each([
    "",
    "?session_id=",
    "?session_id=cs_1",
    "?session_id=cs_test_a1B2c3D4e5F6g7H8i9J0",
    `?session_id=chk_${"0".repeat(26)}`,
    "?session_id=chk_1&session_id=chk_2",
    "?session_id[$ne]=1",
    `?session_id=${"x".repeat(4000)}`,
  ])("404 says that the link is unknown: %s", async (query) => {
    const { status, text } = await look(`/checkout/success${query}`);
    expect(status).toBe(404);
    expect(text).toContain("We don’t recognise this link");
    expect(text).not.toContain("Thank you");
  });

  test("404 for an impossible id, without a database query", async () => {
    const { status } = await world.withServices(
      () => brokenServices(new Error("The database is away.")),
      () => success("cs_1"),
    );
    expect(status).toBe(404);
  });

  test("200 looks up a link once that is opened many times at once", async () => {
    const merchant = await world.merchant(shop);
    const url = await paymentPage(merchant, await cartWith(merchant, { font: 1 }));
    const asked = world.stripe.requests().length;
    const pages = await Promise.all(Array.from({ length: 30 }, () => success(sessionIdIn(url))));
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
    expect(world.stripe.requests().length - asked).toBeLessThan(30);
  });
});

describe("every page", () => {
  test("escapes the names of shops and products", async () => {
    const script = `<script>alert("1")</script>`;
    const merchant = await world.merchant(
      { ...shop, name: `Press ${script}`, contactEmail: `"><b>@x.example` },
      [
        {
          ...blankProduct,
          reference: "odd",
          name: `Odd ${script} & 'co'`,
          priceInCents: 100,
          type: "digital",
        },
      ],
    );
    const url = await paymentPage(merchant, await cartWith(merchant, { odd: 1 }));
    const { html } = await success(sessionIdIn(url));
    expect(html).not.toContain("<script");
    expect(html).not.toContain("<b>@x");
    expect(html).toContain("Odd &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;co&#39;");
  });

  test("has no scripts, loads nothing, isn't cached and sends no Referer", async () => {
    const merchant = await world.merchant(shop);
    const { sessionId } = await bought(merchant, { font: 1 });
    for (const path of [
      `/checkout/success?session_id=${sessionId}`,
      `/checkout/cancelled?session_id=${sessionId}`,
      "/checkout/success",
      "/portal/returned",
    ]) {
      const { headers, html } = await look(path);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("content-security-policy")).toMatch(
        /^default-src 'none'; style-src 'sha256-[^;]+; base/,
      );
      expect(html).toContain('<meta name="viewport"');
      expect(html).not.toMatch(/<script|<img|<link|onclick|src=/);
    }
  });

  test("uses the provider's decimals for a currency", async () => {
    const yen = { ...blankProduct, currency: "jpy", type: "digital" as const };
    const merchant = await world.merchant({ ...shop, currency: "jpy" }, [
      { ...yen, reference: "card", name: "Card", priceInCents: 500 },
    ]);
    const { sessionId } = await bought(merchant, { card: 3 });
    expect((await success(sessionId)).text).toContain("Total ¥1,500");
  });

  test("links back to the site of the store's other return URLs", async () => {
    const merchant = await world.merchant({ ...shop, cancelUrl: "https://harbourpress.example/cart?step=2" });
    const { sessionId } = await bought(merchant, { font: 1 });
    const { html, text } = await success(sessionId);
    expect(html).toContain('href="https://harbourpress.example/"');
    expect(text).toContain("Back to Harbour Press");
  });

  test("shows no keys or ids, except in development", async () => {
    const merchant = await world.merchant(shop);
    const { sessionId } = await bought(merchant, { font: 1 });
    const { html } = await success(sessionId);
    expect(html).not.toMatch(/curl|chk_|API key/);
  });
});

describe("/checkout/cancelled", () => {
  test("200 says that the cart is kept, and links back to the payment", async () => {
    const merchant = await world.merchant(shop);
    const url = await paymentPage(merchant, await cartWith(merchant, { font: 1 }));
    const location = new URL((await onPaymentPage(url, "cancel")).headers.get("location") ?? "");
    const { status, html, text } = await look(`${location.pathname}${location.search}`);
    expect(status).toBe(200);
    expect(text).toContain("Harbour Press");
    expect(text).toContain("Nothing was charged");
    expect(text).toContain("still in your cart");
    expect(html).toContain(`href="${url}"`);
  });

  test("200 says so when it was paid after all", async () => {
    const merchant = await world.merchant(shop);
    const { sessionId } = await bought(merchant, { font: 1 });
    const { text } = await look(`/checkout/cancelled?session_id=${sessionId}`);
    expect(text).toContain("Thank you");
    expect(text).not.toContain("Nothing was charged");
  });

  test("404 says that the link is unknown, rather than that nothing was charged", async () => {
    const { status, text } = await look("/checkout/cancelled");
    expect(status).toBe(404);
    expect(text).not.toContain("Nothing was charged");
  });
});

describe("/portal/returned", () => {
  test("200 names the shop, and claims no change that isn't known", async () => {
    const merchant = await world.merchant({ ...shop, cancelUrl: "https://harbourpress.example/cart" });
    const { text, html } = await look(`/portal/returned?store_id=${merchant.store.id}`);
    expect(text).toContain("You have left the billing portal");
    expect(text).toContain("Harbour Press");
    expect(html).toContain('href="https://harbourpress.example/"');
    expect(text).not.toContain("saved");
  });

  test.each(["", "?store_id=", `?store_id=store_${"0".repeat(26)}`, "?store_id=1&store_id=2"])(
    "200 without a known shop: %s",
    async (query) => {
      const { status, text } = await look(`/portal/returned${query}`);
      expect(status).toBe(200);
      expect(text).toContain("You have left the billing portal");
    },
  );
});

describe("in development", () => {
  test("200 shows the session's id and the line to paste", async () => {
    const developer = { apiUrl: "http://localhost:3000", demo: { key: "cp_demo", storeId: "store_other" } };
    const here = await startWorld({ developer });
    try {
      const merchant = await here.merchant(shop);
      const url = dataOf(await openCheckout(merchant, await cartWith(merchant, { font: 1 }))).url;
      const sessionId = await pay(url);
      const path = `/checkout/success?session_id=${sessionId}`;
      const other = await (await fetch(new URL(path, here.url))).text();
      expect(other).toContain(`http://localhost:3000/v1/checkout/sessions/${sessionId}`);
      expect(other).not.toContain("cp_demo");
      developer.demo.storeId = merchant.store.id;
      const own = await (await fetch(new URL(path, here.url))).text();
      expect(own).toContain(
        `curl -H "Authorization: Bearer cp_demo" http://localhost:3000/v1/checkout/sessions/${sessionId}`,
      );
    } finally {
      await here.close();
    }
  });
});
