import { type Mock, startMock } from "@counterpart/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "./browser.ts";
import { startDevelopmentServer } from "./development-server.ts";
import { expectAccessible, widths } from "./expect-accessible.ts";

let mock: Mock;
let browser: Browser;

beforeAll(async () => {
  mock = await startMock({ document: "generated/openapi.json", port: 0 });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await mock?.close();
});

const operations = ["listOrders", "getStore", "createCheckoutSession"];

test("the mock's pages are accessible", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(mock.url);
  await expectAccessible(page, widths);
  for (const operation of operations) {
    await page.goto(`${mock.url}/_mock/call?operation=${operation}`);
    await expectAccessible(page, widths);
  }
  await page.getByLabel("Body").fill("{");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("400 Bad Request").waitFor();
  await expectAccessible(page, widths);
  await page.close();
});

test.each([true, false])(
  "a request is changed, sent and refused; with scripts: %s",
  async (javaScriptEnabled) => {
    const page = await browser.newPage({ javaScriptEnabled });
    await page.goto(mock.url);
    await page.getByRole("link", { name: "/v1/orders", exact: true }).click();
    await page.getByLabel("limit query").fill("5000");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("400 Bad Request").waitFor();
    expect(await page.locator(".refusal").innerText()).toContain("query.limit must be <= 100");
    expect(await page.getByLabel("limit query").inputValue()).toBe("5000");

    await page.getByLabel("limit query").fill("5");
    await page.getByRole("radio", { name: "403 FORBIDDEN" }).check();
    await page.getByRole("button", { name: "Send" }).press("Enter");
    await page.locator(".status", { hasText: "403 Forbidden" }).waitFor();
    await page.close();
  },
);

test("the script ticks the parameter that is typed in", async () => {
  const page = await browser.newPage();
  await page.goto(`${mock.url}/_mock/call?operation=listOrders`);
  const box = page.getByRole("checkbox", { name: "Send limit" });
  expect(await box.isChecked()).toBe(false);
  await page.getByLabel("limit query").fill("5");
  expect(await box.isChecked()).toBe(true);
  await page.close();
});

// Builds the reference first.
const slow = { timeout: 240_000 };

test(
  "/docs of a server in development links each operation to its form while the mock runs",
  slow,
  async () => {
    const server = await startDevelopmentServer(undefined, { MOCK_PORT: new URL(mock.url).port });
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      const errors: string[] = [];
      page.on("pageerror", ({ message }) => errors.push(message));
      page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      await page.goto(`${server.url}/docs#/cart/addcartline`);
      const link = page.getByRole("link", { name: "Try it: Add a product to a cart" });
      await link.waitFor({ timeout: 120_000 });
      const opened = page.waitForEvent("popup");
      await link.click();
      const form: Page = await opened;
      await form.getByRole("heading", { name: "/v1/cart/{cartId}/lines" }).waitFor();
      expect(errors).toEqual([]);
      await page.close();
      await form.close();
    } finally {
      await server.stop();
    }
  },
);
