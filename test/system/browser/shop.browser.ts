import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiClient } from "../../../generated/client.ts";
import { fillShipping, launchBrowser } from "./browser.ts";
import { startDevelopmentServer } from "./development-server.ts";

let server: Awaited<ReturnType<typeof startDevelopmentServer>>;
let browser: Browser;
let page: Page;
let elsewhere: string[];

beforeAll(async () => {
  server = await startDevelopmentServer();
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^https?:$/.test(protocol) && !["localhost", "127.0.0.1"].includes(hostname))
      elsewhere.push(request.url());
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("/docs shows every operation and loads nothing from elsewhere", async () => {
  elsewhere = [];
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(`${server.url}/docs`);
  await page
    .getByRole("heading", { name: /Counterpart/ })
    .first()
    .waitFor();
  for (const tag of ["Catalog", "Products", "Cart", "Checkout", "Subscriptions"]) {
    expect(await page.getByText(tag, { exact: true }).count()).toBeGreaterThan(0);
  }
  await page.getByText("Cart", { exact: true }).first().click();
  await page.getByText("Create a cart").first().waitFor();
  const links = await page
    .locator("a[href*=cart]")
    .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
  expect(links.filter((href) => !href?.startsWith("#"))).toEqual([]);
  const newTab = await browser.newPage();
  await newTab.goto(`${server.url}/docs${links[0]}`);
  await newTab.locator("h2").filter({ hasText: /cart/i }).first().waitFor();
  await newTab.close();
  expect(await page.locator("link[rel=icon]").getAttribute("href")).toContain("data:image/svg+xml");
  expect(errors).toEqual([]);
  expect(elsewhere).toEqual([]);
});

test("a person buys on the pay page, and the session is paid", async () => {
  elsewhere = [];
  const client = createApiClient({ baseUrl: server.url, auth: { apiKey: server.key } });
  const products = (await client.GET("/v1/products")).data?.data ?? [];
  const product = products.find(({ type }) => type === "physical");
  const cartId = (await client.POST("/v1/cart")).data?.data.id ?? "";
  await client.POST("/v1/cart/{cartId}/lines", {
    params: { path: { cartId } },
    body: { productId: product?._id ?? "", quantity: 2 },
  });
  const url = (await client.POST("/v1/checkout/session", { body: { cartId } })).data?.data.url ?? "";

  await page.goto(url);
  expect(await page.textContent("body")).toContain(product?.name);
  await page.fill("[name=email]", "ada@example.com");
  await choose("decline");
  await page.getByText("Your card was declined.").waitFor();
  await page.fill("[name=email]", "ada@example.com");
  await fillShipping(page);
  await choose("pay");
  await page.waitForURL(/\/checkout\/success\?session_id=/);
  expect(await page.textContent("h1")).toBe("Thank you");
  const text = await page.textContent("main");
  expect(text).toContain("Harbour Press");
  expect(text).toContain(product?.name);

  const sessionId = new URL(page.url()).searchParams.get("session_id") ?? "";
  const session = await client.GET("/v1/checkout/sessions/{sessionId}", { params: { path: { sessionId } } });
  expect(session.data?.data).toMatchObject({
    status: "complete",
    paymentStatus: "paid",
    customerEmail: "ada@example.com",
    customerPhone: "+353861234567",
    shippingAddress: { name: "Ada Byrne", line1: "7 Quay Street", city: "Galway", country: "IE" },
    totals: { total: 2 * (product?.priceInCents ?? 0) },
  });
  const cart = await client.GET("/v1/cart/{cartId}", { params: { path: { cartId } } });
  expect(cart.data?.data.lines).toEqual([]);
  expect(elsewhere).toEqual([]);
});

test.each([
  { width: 1280, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
] as const)(
  "the pages after a checkout can be read at $width px, $colorScheme, without JavaScript",
  async ({ width, colorScheme }) => {
    const client = createApiClient({ baseUrl: server.url, auth: { apiKey: server.key } });
    const products = (await client.GET("/v1/products")).data?.data ?? [];
    const product = products.find(({ type }) => type === "physical");
    const viewport = { width, height: 900 };
    const reader = await browser.newPage({ viewport, colorScheme, javaScriptEnabled: false });
    const measured = await browser.newPage({ viewport, colorScheme });
    const openCheckout = async () => {
      const cartId = (await client.POST("/v1/cart")).data?.data.id ?? "";
      await client.POST("/v1/cart/{cartId}/lines", {
        params: { path: { cartId } },
        body: { productId: product?._id ?? "", quantity: 1 },
      });
      return (await client.POST("/v1/checkout/session", { body: { cartId } })).data?.data.url ?? "";
    };
    const expectPage = async (heading: string) => {
      expect(await reader.textContent("h1")).toBe(heading);
      await measured.goto(reader.url());
      expect(await measured.evaluate("document.documentElement.scrollWidth")).toBe(width);
    };

    await reader.goto(await openCheckout());
    await reader.fill("[name=email]", "ada@example.com");
    await fillShipping(reader);
    await reader.click("button[value=pay_later]");
    await reader.waitForURL(/\/checkout\/success\?session_id=/);
    await expectPage("Your order is placed");
    const sessionId = new URL(reader.url()).searchParams.get("session_id") ?? "";
    expect(await reader.textContent("main")).toContain(`/v1/checkout/sessions/${sessionId}`);

    await reader.goto(await openCheckout());
    await reader.click("button[value=cancel]");
    await reader.waitForURL(/\/checkout\/cancelled\?session_id=chk_/);
    await expectPage("Nothing was charged");
    await reader.click('a:has-text("Continue to payment")');
    await reader.fill("[name=email]", "ada@example.com");
    await fillShipping(reader);
    await reader.click("button[value=authentication]");
    await reader.click("button[value=authenticated]");
    await reader.waitForURL(/\/checkout\/success\?session_id=/);
    await expectPage("Thank you");

    await reader.goto(`${server.url}/checkout/success?session_id=cs_test_made_up`);
    await expectPage("We don’t recognise this link");
    await Promise.all([reader.close(), measured.close()]);
  },
);

// It moves the stand-in's clock, so it comes last.
test("a member subscribes, cancels in the portal, and is refused once the subscription has ended", async () => {
  elsewhere = [];
  const client = createApiClient({ baseUrl: server.url, auth: { apiKey: server.key } });
  const { memberSessionId } = await server.cli(
    "member-sessions",
    "create",
    "--store",
    "demo",
    "--member",
    "ada",
  );
  const products = (await client.GET("/v1/products")).data?.data ?? [];
  const product = products.find(({ type }) => type === "subscription");
  const cartId = (await client.POST("/v1/cart")).data?.data.id ?? "";
  await client.POST("/v1/cart/{cartId}/lines", {
    params: { path: { cartId } },
    body: { productId: product?._id ?? "", quantity: 1 },
  });
  const body = { cartId, memberSessionId: String(memberSessionId) };
  await page.goto((await client.POST("/v1/checkout/session", { body })).data?.data.url ?? "");
  const standIn = new URL(page.url()).origin;
  await page.fill("[name=email]", "ada@example.com");
  await choose("pay");
  await page.waitForURL(/\/checkout\/success\?session_id=/);

  const portal = () =>
    client.POST("/v1/subscription/portal", { body: { memberSessionId: String(memberSessionId) } });
  await page.goto((await portal()).data?.data.url ?? "");
  expect(await page.textContent("body")).toContain(product?.name);
  await page.getByText("Cancel subscription").first().click();
  await page.locator("button[name=action][value=cancel]").click();
  await page.getByText("Your cancellation is confirmed.").waitFor();
  await page.goto((await portal()).data?.data.url ?? "");
  expect(await page.textContent("body")).toMatch(/Cancels|until/);

  const year = 366 * 24 * 3600;
  await fetch(`${standIn}/_test/clock/advance`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ seconds: year }),
  });
  const refused = await portal();
  expect([refused.response.status, refused.error?.code]).toEqual([403, "FORBIDDEN"]);
  expect(elsewhere).toEqual([]);
});

async function choose(outcome: "pay" | "decline" | "cancel"): Promise<void> {
  const button = page.locator(`button[name=outcome][value=${outcome}]`);
  if ((await button.count()) > 0) return button.click();
  await page.check(`[name=outcome][value=${outcome}]`);
  await page.click("button[type=submit]");
}
