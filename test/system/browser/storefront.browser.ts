import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { freePort } from "../../helpers/processes/free-port.ts";
import { fillShipping, launchBrowser } from "./browser.ts";
import { startDevelopmentServer } from "./development-server.ts";
import { expectAccessible, widths } from "./expect-accessible.ts";

let shop: Awaited<ReturnType<typeof startDevelopmentServer>>;
let storefront: Awaited<ReturnType<typeof startStorefront>>;
let browser: Browser;

beforeAll(async () => {
  shop = await startDevelopmentServer();
  // The events' URL must be known before the secret, and the secret before the storefront starts.
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const { secret } = await shop.cli(
    ...["events", "endpoints", "add", "--store", "demo", "--url", `${url}/events`, "--types", "order.paid"],
  );
  storefront = await startStorefront({
    API_URL: shop.url,
    API_KEY: shop.key,
    PORT: `${port}`,
    WEBHOOK_SECRET: String(secret),
  });
  const returns = ["--success-url", `${url}/checkout/return`, "--cancel-url", `${url}/cart`];
  await shop.cli("stores", "update", "demo", ...returns, "--portal-return-url", `${url}/account`);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await storefront?.stop();
  await shop?.stop();
});

test.each(widths)("a purchase at %i px with the keyboard only, in light and dark colours", async (width) => {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  const press = (name: string) => pressByKeyboard(page, name);
  const look = async (heading: string) => {
    expect(await page.textContent("h1")).toBe(heading);
    await expectAccessible(page);
  };

  await page.goto(storefront.url);
  await look("Printed by hand, by the sea.");
  await page.getByLabel("Search").focus();
  await page.keyboard.type("tide");
  await page.keyboard.press("Enter");
  await page.waitForURL(/q=tide/);
  await look("Results for “tide”");
  await press("Tide calendar 2027");
  await look("Tide calendar 2027");
  await press("Add to cart");
  await page.waitForURL(/\/cart$/);
  await look("Cart");
  await page.getByLabel("Quantity of Tide calendar 2027").focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Cart 2" }).waitFor();
  await press("Check out");
  await page.fill("[name=email]", "ada@example.com");
  await fillShipping(page);
  await page.locator("button[name=outcome][value=pay]").press("Enter");
  await page.waitForURL(/\/checkout\/return\?session_id=/);
  await look("Thank you");
  expect(await page.textContent("main")).toContain("ada@example.com");

  await press("Your orders");
  await look("Orders");
  await press("Tide calendar 2027");
  expect(await page.textContent("main")).toContain("Galway");
  await expectAccessible(page);
  const order = page.url();
  const number = /#\d+/.exec((await page.textContent("h1")) ?? "")?.[0];
  const mail = await storefront.printed(
    new RegExp(`To: ada@example.com\n[^]*order ${number}\\.[^]*Shipping to:\n[^]*?http\\S+`),
  );
  expect(mail).toMatch(/2 × Tide calendar 2027 +€48\.00\nTotal +€48\.00\n/);
  expect(mail).toContain("Ada Byrne\n7 Quay Street\nH91 Y6P0 Galway\nIE");
  await page.goto(`${storefront.url}/cart`);
  expect(await page.textContent("main")).toContain("Your cart is empty");

  // The link in the email opens the order, and its URL alone does not.
  const stranger = await browser.newPage();
  expect((await stranger.goto(order))?.status()).toBe(404);
  expect(await stranger.getByRole("link", { name: "Cart" }).first().isVisible()).toBe(true);
  const [link = ""] = mail.match(/http\S+$/) ?? [];
  expect((await stranger.goto(link))?.status()).toBe(200);
  expect(await stranger.textContent("h1")).toBe(`Your order ${number}`);
  expect((await stranger.goto(link.replace(/until=\d/, "until=9")))?.status()).toBe(404);
  await Promise.all([context.close(), stranger.close()]);
});

test.each(widths)("a promotion code at %i px: refused beside its field, and then applied", async (width) => {
  const code = `TIDE${width}`;
  await shop.cli(
    ...["codes", "create", "--store", "demo", "--code", code, "--percent", "25", "--minimum", "48"],
  );
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${storefront.url}/?q=tide`);
  await page.getByRole("link", { name: "Tide calendar 2027" }).click();
  await page.getByRole("button", { name: "Add to cart" }).click();
  const field = page.getByLabel("Promotion code");
  const checkOut = () => page.getByRole("button", { name: "Check out" }).click();
  const refusedAs = async (typed: string, reason: string) => {
    await field.fill(typed);
    await checkOut();
    await page.getByText(reason).waitFor();
    expect(await field.inputValue()).toBe(typed);
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    const described = (await field.getAttribute("aria-describedby")) ?? "";
    expect(await page.locator(`[id="${described}"]`).textContent()).toContain(reason);
    expect(await field.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    await expectAccessible(page);
  };

  await refusedAs("<b>NEVER</b>", "“<b>NEVER</b>” isn't a promotion code of the store.");
  await refusedAs(code.toLowerCase(), "needs a subtotal of at least");
  await page.getByLabel("Quantity of Tide calendar 2027").fill("2");
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByRole("link", { name: "Cart 2" }).waitFor();
  expect(await field.getAttribute("aria-invalid")).toBe(null);
  await field.fill(` ${code.toLowerCase()} `);
  await checkOut();
  await page.fill("[name=email]", "ada@example.com");
  await fillShipping(page);
  await page.locator("button[name=outcome][value=pay]").click();
  await page.waitForURL(/\/checkout\/return\?session_id=/);
  expect(await page.textContent("tfoot")).toContain("€36.00");
  await context.close();
});

test("a digital product's file is downloaded from the order's page, until it is refunded", async () => {
  const guide = await shop.cli(
    ...["products", "add", "--store", "demo", "--name", "Tide guide", "--type", "digital", "--price", "9"],
  );
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-file-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "tide-guide.pdf");
  await writeFile(file, "%PDF tides");
  await shop.cli("products", "file", "set", String(guide._id), file, "--store", "demo");
  const context = await browser.newContext({ viewport: { width: 390, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const download = async () => {
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download tide-guide.pdf" }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe("tide-guide.pdf");
    return readFile(await saved.path(), "utf8");
  };

  await page.goto(`${storefront.url}/products/${guide._id}`);
  await page.getByRole("button", { name: "Add to cart" }).click();
  await page.getByRole("button", { name: "Check out" }).click();
  await page.fill("[name=email]", "grace@example.com");
  await page.locator("button[name=outcome][value=pay]").click();
  await page.waitForURL(/\/checkout\/return/);
  expect(await page.textContent("main")).not.toContain("when it ships");
  await expectAccessible(page);
  expect(await download()).toBe("%PDF tides");
  const mail = await storefront.printed(/To: grace@example.com\n[\s\S]*?sent:\nhttp\S+/);
  // A window without the purchase's cookie.
  await context.clearCookies();
  await page.goto(mail.match(/http\S+$/)?.[0] ?? "");
  await expectAccessible(page);
  expect(await download()).toBe("%PDF tides");

  const orderId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await shop.cli("orders", "refund", orderId, "--store", "demo");
  const headers = { Authorization: `Bearer ${shop.key}` };
  const read = async () => (await fetch(`${shop.url}/v1/orders/${orderId}`, { headers })).text();
  await vi.waitUntil(async () => (await read()).includes('"status":"refunded"'), { timeout: 20_000 });
  // The page is from before the refund.
  const button = page.getByRole("button", { name: "Download" });
  await button.click();
  await page.getByText("The order was refunded in full, so nothing can be downloaded.").waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to your order" }).click();
  await page.getByText("The order was refunded, so its files can’t be downloaded any more.").waitFor();
  expect(await button.count()).toBe(0);
  await expectAccessible(page);
  await context.close();
});

test("a member subscribes and opens the portal", async () => {
  const { memberSessionId } = await shop.cli(
    ...["member-sessions", "create", "--store", "demo", "--member", "ada"],
  );
  const page = await browser.newPage({ viewport: { width: 390, height: 900 } });
  await page.goto(`${storefront.url}/account`);
  await expectAccessible(page);
  await page.getByLabel("Member session").fill(String(memberSessionId));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Manage your subscription" }).click();
  await page.getByText("You have no subscription yet.").waitFor();

  await page.goto(`${storefront.url}/?category=Club`);
  await page.locator(".products a").first().click();
  const name = (await page.textContent("h1")) ?? "";
  await page.getByRole("button", { name: "Add to cart" }).click();
  await page.getByRole("button", { name: "Check out" }).click();
  await page.fill("[name=email]", "ada@example.com");
  await page.locator("button[name=outcome][value=pay]").click();
  await page.waitForURL(/\/checkout\/return/);
  await page.goto(`${storefront.url}/account`);
  await page.getByRole("button", { name: "Manage your subscription" }).click();
  await page.getByText(name).first().waitFor();
  expect(new URL(page.url()).origin).not.toBe(storefront.url);
  await page.close();
});

test("shoppers see how many are left, and can't order what is sold out", async () => {
  const products = (await shop.cli("products", "list", "--store", "demo")) as unknown as Record<
    string,
    string
  >[];
  const apron = products.find(({ name }) => name === "Printer’s Apron");
  const setStock = (left: string) =>
    shop.cli("products", "stock", apron?._id ?? "", "--store", "demo", "--set", left);
  const shows = (path: string, text: string) =>
    vi.waitUntil(async () => (await (await fetch(storefront.url + path)).text()).includes(text), {
      timeout: 10_000,
    });
  const pageOf = `/products/${apron?._id}`;
  await setStock("3");
  await shows(pageOf, "3 left");
  await shows("/?q=apron", "3 left");
  expect(await (await fetch(storefront.url + pageOf)).text()).toContain('max="3"');
  await setStock("0");
  await shows(pageOf, "Sold out");
  await shows("/?q=apron", "Sold out");
  expect(await (await fetch(storefront.url + pageOf)).text()).not.toContain("Add to cart");
  await shop.cli("products", "stock", apron?._id ?? "", "--store", "demo", "--uncounted");
  await shows(pageOf, "Add to cart");
});

test("an event without a valid signature is refused", async () => {
  const headers = {
    "Content-Type": "application/json",
    "webhook-id": "evt_1",
    "webhook-timestamp": `${Math.floor(Date.now() / 1000)}`,
    "webhook-signature": "v1,bm90IGl0cyBzaWduYXR1cmU=",
  };
  const body = JSON.stringify({ type: "order.paid", timestamp: new Date().toISOString(), data: {} });
  expect((await fetch(`${storefront.url}/events`, { method: "POST", headers, body })).status).toBe(400);
});

test("a form from another site is refused, and an unknown path has a page", async () => {
  const body = new URLSearchParams({ productId: "prod_1", quantity: "1" });
  const headers = { Origin: "https://elsewhere.example" };
  const refused = await fetch(`${storefront.url}/cart/lines`, { method: "POST", body, headers });
  expect(refused.status).toBe(403);
  const unknown = await fetch(`${storefront.url}/products/prod_unknown`);
  expect([unknown.status, (await unknown.text()).includes("<h1>Not found</h1>")]).toEqual([404, true]);
});

/** Moves the focus to a link or button with Tab, and presses Enter. */
async function pressByKeyboard(page: Page, name: string): Promise<void> {
  const target = page.locator("a, button").filter({ hasText: name }).first();
  await target.waitFor();
  await page.locator("body").focus();
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) {
      return page.keyboard.press("Enter");
    }
  }
  throw new Error(`The focus never comes to "${name}" on ${page.url()}.`);
}

/** `npm start -w examples/storefront`, on a free port. */
async function startStorefront(env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, ["examples/storefront/start.ts"], {
    env: { PATH: process.env.PATH, PORT: "0", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The storefront ended with ${code}.`)));
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk;
      const [found] = /http:\/\/localhost:\d+/.exec(output) ?? [];
      if (found) resolve(found);
    });
  });
  return {
    url,
    /** Waits until the log contains this. */
    printed: (wanted: RegExp) => vi.waitUntil(() => wanted.exec(output)?.[0], { timeout: 30_000 }),
    async stop() {
      child.removeAllListeners("exit");
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
}
