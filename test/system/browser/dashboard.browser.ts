import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiClient } from "../../../generated/client.ts";
import { fillShipping, launchBrowser } from "./browser.ts";
import { startDevelopmentServer } from "./development-server.ts";
import { expectAccessible, widths } from "./expect-accessible.ts";

const password = "a long walk by the sea";

let shop: Awaited<ReturnType<typeof startDevelopmentServer>>;
let browser: Browser;

beforeAll(async () => {
  shop = await startDevelopmentServer();
  browser = await launchBrowser();
  await shop.cli("stores", "create", "--slug", "quay", "--name", "Quay", "--currency", "eur");
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});

const demo = () => `${shop.url}/dashboard/stores/demo`;

/** The URL of an invitation to the demo store. */
async function invitation(email: string, role: string): Promise<string> {
  const args = ["users", "invite", "--store", "demo", "--email", email, "--role", role];
  const { pathname, search } = new URL(String((await shop.cli(...args)).url));
  return shop.url + pathname + search;
}

async function join(page: Page, email: string, role: string): Promise<void> {
  await page.goto(await invitation(email, role));
  await page.getByLabel("Choose a password").fill(password);
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page.waitForURL(demo());
}

/** Buys a product through the API and the pay page. Returns the page's URL and the product's name. */
async function buy(
  type: "physical" | "subscription",
  outcome = "pay",
): Promise<{ name: string; payPage: string }> {
  const client = createApiClient({ baseUrl: shop.url, auth: { apiKey: shop.key } });
  const products = (await client.GET("/v1/products")).data?.data ?? [];
  const product = products.find((one) => one.type === type && one.isActive);
  const cartId = (await client.POST("/v1/cart")).data?.data.id ?? "";
  await client.POST("/v1/cart/{cartId}/lines", {
    params: { path: { cartId } },
    body: { productId: product?._id ?? "", quantity: 1 },
  });
  const page = await browser.newPage();
  const payPage = (await client.POST("/v1/checkout/session", { body: { cartId } })).data?.data.url ?? "";
  await page.goto(payPage);
  await page.fill("[name=email]", "ada@example.com");
  if (type === "physical") await fillShipping(page);
  await page.click(`button[name=outcome][value=${outcome}]`);
  await page.waitForURL(/\/checkout\/success/);
  await page.close();
  return { name: product?.name ?? "", payPage };
}

/** An order with two disputes, one of them lost, and an order with a failed refund. */
async function sellInVain(): Promise<void> {
  const { payPage: disputed } = await buy("physical");
  await atProvider(disputed, "/disputes", { id: idIn(disputed), amount: 500, reason: "duplicate" });
  const dispute = await atProvider(disputed, "/disputes", { id: idIn(disputed), amount: 300 });
  await atProvider(disputed, `/disputes/${dispute.id}`, { status: "lost" });
  const { payPage: refunded } = await buy("physical");
  const refund = await atProvider(refunded, "/refunds", { id: idIn(refunded), amount: 700 });
  await atProvider(refunded, `/refunds/${refund.id}/fail`, {});
}

const idIn = (payPage: string) => new URL(payPage).pathname.split("/").at(-1);

/** Calls a control route of the stand-in that serves this page. */
async function atProvider(payPage: string, path: string, body: object): Promise<{ id: string }> {
  const response = await fetch(`${new URL(payPage).origin}/_test${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { id: string };
}

test("an owner joins by an invitation, sees the first sale, fulfils it, and refunds a part, without JavaScript", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await join(page, "owner@example.com", "owner");
  await page.getByText("No payments in the last 30 days.").first().waitFor();

  const { name } = await buy("physical");
  await page.reload();
  await page.getByRole("link", { name: "1 order to fulfil" }).click();
  await page.locator("tbody a").first().click();
  expect(await page.textContent("main")).toContain(name);
  expect(await page.textContent("main")).toContain("7 Quay Street");
  await page.getByLabel("Carrier").fill("An Post");
  await page.getByLabel("Tracking number").fill("RR123456785IE");
  await page.getByRole("button", { name: "Mark as sent" }).click();
  await page.getByText("Order fulfilled.").waitFor();
  await page.getByRole("link", { name: "Refund" }).click();
  await page.getByLabel(/Amount/).fill("1.50");
  await page.getByLabel(/Amount/).press("Enter");
  await page.getByRole("heading", { name: "Refund €1.50?" }).waitFor();
  await page.getByRole("button", { name: "Refund €1.50" }).click();
  await page.getByText("€1.50 refunded.").waitFor();
  await page.getByRole("link", { name: "Packing slip" }).click();
  expect(await page.textContent("main")).not.toContain("€");
  await page.goto(`${demo()}/audit`);
  expect(await page.textContent("main")).toMatch(/owner@example\.com[\s\S]*Order: fulfilled/);
  await expect
    .poll(async () => {
      await page.goto(`${demo()}/orders?show=fulfilled`);
      return page.textContent("main");
    })
    .toContain("Partially refunded");

  await page.getByRole("button", { name: "Sign out" }).first().click();
  await page.getByLabel("Email address").fill("owner@example.com");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(demo());
  await context.close();
});

test("staff and readers can't open the owner's pages, and no person finds another store", async () => {
  for (const role of ["staff", "read_only"]) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await join(page, `${role}@example.com`, role);
    expect(await page.getByRole("navigation", { name: "Store" }).first().textContent()).not.toContain(
      "People",
    );
    expect((await page.goto(`${demo()}/people`))?.status()).toBe(403);
    await page.getByRole("heading", { name: "You can’t do this" }).waitFor();
    for (const path of ["", "/orders", "/people", "/audit"]) {
      expect((await page.goto(`${shop.url}/dashboard/stores/quay${path}`))?.status()).toBe(404);
      expect(await page.textContent("body")).not.toContain("Quay");
    }
    await context.close();
  }
});

test("a person joins with a passkey, signs out, and signs in with it", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await withAuthenticator(context, page);
  await page.goto(await invitation("passkey@example.com", "staff"));
  await page.getByRole("button", { name: "Use a passkey instead" }).click();
  await page.waitForURL(demo());
  await page.goto(`${shop.url}/dashboard/account`);
  expect(await page.textContent("main")).toContain("not used yet");
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(demo());
  await page.goto(`${shop.url}/dashboard/account`);
  expect(await page.textContent("main")).toContain("last used");
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByText("Passkey removed.").waitFor();
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText("This passkey wasn’t accepted.").waitFor();
  await context.close();
});

test("a person with a password adds a passkey", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await withAuthenticator(context, page);
  await join(page, "both@example.com", "staff");
  await page.goto(`${shop.url}/dashboard/account`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("Passkey added.").waitFor();
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(demo());
  await context.close();
});

/** A device with a fingerprint reader that accepts every touch. */
async function withAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("every page is accessible at each width, in light and dark colours", {
  timeout: 180_000,
}, async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  const check = async (url: string) => {
    await page.goto(url);
    await expectAccessible(page, widths);
  };
  await check(`${shop.url}/dashboard/sign-in`);
  const email = "looks@example.com";
  await check(await invitation(email, "owner"));
  await join(page, email, "owner");
  await buy("subscription");
  await buy("physical");
  for (const path of [
    "",
    "/orders",
    "/search?q=ada",
    "/search?q=none",
    "/subscriptions",
    "/people",
    "/audit",
  ])
    await check(demo() + path);
  await page.goto(`${demo()}/subscriptions`);
  await check(shop.url + (await page.getByRole("link", { name: "Cancel" }).first().getAttribute("href")));
  await page.goto(`${demo()}/orders`);
  const order = await page.locator("tbody a").first().getAttribute("href");
  for (const path of ["", "/slip"]) await check(shop.url + order + path);
  await page.goto(shop.url + order);
  for (const summary of await page.locator("main summary").all()) await summary.click();
  await expectAccessible(page, widths);
  await sellInVain();
  await check(demo());
  for (const show of ["disputed", "refund_failed"]) {
    await check(`${demo()}/orders?show=${show}`);
    await check(shop.url + (await page.locator("tbody a").first().getAttribute("href")));
  }
  await check(`${shop.url}/dashboard/account`);
  await page.goto(`${demo()}/people`);
  await page.getByLabel("Email address").fill("someone@example.com");
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByText("The link was emailed to").waitFor();
  await expectAccessible(page, widths);
  await page.setViewportSize({ width: 390, height: 900 });
  await page.locator(".menu > summary").click();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Orders" }).click();
  await page.waitForURL(/\/orders$/);
  expect(errors).toEqual([]);
  await check(`${shop.url}/dashboard/stores/quay`);
  await context.close();
});
