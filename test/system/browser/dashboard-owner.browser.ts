import type { Browser, Page } from "playwright-core";
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
  for (const [slug, name] of [
    ["quay", "Quay Pottery"],
    ["other", "Other"],
  ] as const) {
    const store = ["--slug", slug, "--name", name, "--currency", "eur", "--plan", "pro"];
    await shop.cli("stores", "create", ...store);
  }
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});

const home = (slug: string) => `${shop.url}/dashboard/stores/${slug}`;

/** A page of a person who has just joined a store. */
async function joined(
  { slug, role, email }: { slug: string; role: string; email: string },
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  const args = ["users", "invite", "--store", slug, "--email", email, "--role", role];
  const { pathname, search } = new URL(String((await shop.cli(...args)).url));
  await page.goto(shop.url + pathname + search);
  await page.getByLabel("Choose a password").fill(password);
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page.waitForURL(home(slug));
  return page;
}

const products = `[
  {"reference": "mug", "name": "Stoneware mug", "type": "physical", "priceInCents": 2400, "category": "Tableware"},
  {"reference": "bowl", "name": "Bowl", "type": "physical", "priceInCents": 3200, "category": "Tableware"}
]`;

async function importProducts(page: Page, slug: string): Promise<void> {
  await page.goto(`${home(slug)}/products/import`);
  await page.getByLabel("File").setInputFiles({
    name: "products.json",
    mimeType: "application/json",
    buffer: Buffer.from(products),
  });
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("Import complete").waitFor();
}

const main = (page: Page) => page.textContent("main");

test("an owner gets an empty store to its first sale at 390 px, without JavaScript", async () => {
  const page = await joined(
    { slug: "quay", role: "owner", email: "owner@quay.example" },
    { javaScriptEnabled: false, viewport: { width: 390, height: 844 } },
  );
  const address = page.url();
  await page.goto(`${home("quay")}/payments`);
  expect(await main(page)).toContain("3 steps before the store can sell");

  await importProducts(page, "quay");
  await page.getByRole("link", { name: "Show the products" }).click();
  await page.getByRole("link", { name: "Stoneware mug" }).click();
  await page.getByLabel("Price in EUR").fill("26.50");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Product saved.").waitFor();

  await page.goto(`${home("quay")}/payments`);
  await page.getByRole("link", { name: "Connect your Stripe account" }).click();
  await page.getByRole("button", { name: "Connect a test account" }).click();
  await page.getByText("receives the store’s payments").waitFor();

  await page.goto(home("quay"));
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("The store is published.").waitFor();

  await page.goto(`${home("quay")}/keys`);
  await page.getByLabel("Label").fill("Storefront");
  await page.getByRole("button", { name: "Create" }).click();
  const apiKey = (await page.locator(".secret").textContent()) ?? "";
  await page.goto(`${home("quay")}/payments`);
  expect(await main(page)).toContain("The store can sell");

  const client = createApiClient({ baseUrl: shop.url, auth: { apiKey } });
  const sold = (await client.GET("/v1/products")).data?.data.find(({ name }) => name === "Stoneware mug");
  expect(sold?.priceInCents).toBe(2650);
  const cartId = (await client.POST("/v1/cart")).data?.data.id ?? "";
  await client.POST("/v1/cart/{cartId}/lines", {
    params: { path: { cartId } },
    body: { productId: sold?._id ?? "", quantity: 1 },
  });
  const buyer = await browser.newPage();
  await buyer.goto((await client.POST("/v1/checkout/session", { body: { cartId } })).data?.data.url ?? "");
  await buyer.fill("[name=email]", "ada@example.com");
  await fillShipping(buyer);
  await buyer.click("button[name=outcome][value=pay]");
  await buyer.waitForURL(/\/checkout\/success/);

  await page.goto(address);
  await page.getByRole("link", { name: "1 order to fulfil" }).click();
  await page.locator("tbody a").first().click();
  expect(await main(page)).toContain("Stoneware mug");
  await page.getByRole("button", { name: "Mark as sent" }).click();
  await page.getByText("Order fulfilled.").waitFor();
  await page.context().close();
});

test("a product is added, gets variants, and is deleted at 390 px, without JavaScript", async () => {
  const page = await joined(
    { slug: "demo", role: "staff", email: "cleo@demo.example" },
    { javaScriptEnabled: false, viewport: { width: 390, height: 844 } },
  );
  await page.goto(`${home("demo")}/products`);
  await page.getByRole("link", { name: "Add product" }).click();
  const trial = page.getByLabel("Free trial in days");
  expect(await trial.isVisible()).toBe(false);
  await page.getByLabel("Kind").selectOption({ label: "Monthly subscription, shipped" });
  expect(await trial.isVisible()).toBe(true);
  await page.getByLabel("Kind").selectOption({ label: "Physical product" });
  await page.getByLabel("Name", { exact: true }).fill("Wave print");
  await page.getByLabel("Price in EUR").fill("24");
  await page.getByLabel("Stock").fill("8");
  await page.getByRole("button", { name: "Add product" }).click();
  await page.getByText("Wave print was added.").waitFor();
  await page.getByRole("link", { name: "Add variants" }).click();
  await page.getByLabel("Option 1", { exact: true }).fill("Size");
  await page.getByLabel("Values of option 1").fill("A4, A3");
  await page.getByRole("button", { name: "Make the variants" }).click();
  await page.getByLabel("Price of A3").fill("36,00");
  await page.getByRole("button", { name: "Save variants" }).click();
  await page.getByText("Variants saved.").waitFor();
  await page.goto(`${home("demo")}/products?q=wave`);
  expect(await main(page)).toContain("2 variants · Size: A4, A3");
  await page.getByRole("link", { name: "Wave print" }).click();
  await page.getByRole("link", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete product" }).click();
  await page.getByText("Wave print – A4 was deleted.").waitFor();
  await page.context().close();
});

test("two people who edit one product lose nothing", async () => {
  const [ada, bea] = [
    await joined({ slug: "demo", role: "staff", email: "ada@demo.example" }),
    await joined({ slug: "demo", role: "staff", email: "bea@demo.example" }),
  ];
  await ada.goto(`${home("demo")}/products`);
  await ada.locator("tbody a").first().click();
  await ada.waitForURL(/\/products\/prod_/);
  await bea.goto(ada.url());
  const name = await ada.getByLabel("Name", { exact: true }).inputValue();
  await bea.getByLabel("Price in EUR").fill("77.00");
  await bea.getByRole("button", { name: "Save" }).click();
  await bea.getByText("Product saved.").waitFor();
  await ada.getByLabel("Name", { exact: true }).fill(`${name}, signed`);
  await ada.getByRole("button", { name: "Save" }).click();
  await ada.getByText("bea@demo.example changed this product").waitFor();
  await expectAccessible(ada);
  expect(await ada.getByLabel("Price in EUR").inputValue()).toBe("77.00");
  await ada.getByRole("button", { name: "Save" }).click();
  await ada.getByText("Product saved.").waitFor();
  await bea.reload();
  expect(await bea.getByLabel("Name", { exact: true }).inputValue()).toBe(`${name}, signed`);
  expect(await bea.getByLabel("Price in EUR").inputValue()).toBe("77.00");
  for (const page of [ada, bea]) await page.context().close();
});

test("staff may edit products, and neither they nor readers can open the owner's pages", async () => {
  for (const role of ["staff", "read_only"]) {
    const page = await joined({ slug: "demo", role, email: `${role}@demo.example` });
    for (const path of ["/settings", "/keys", "/events", "/payments"]) {
      expect((await page.goto(home("demo") + path))?.status()).toBe(403);
      expect((await page.goto(home("other") + path))?.status()).toBe(404);
    }
    const mayImport = role === "staff" ? 200 : 403;
    expect((await page.goto(`${home("demo")}/products/import`))?.status()).toBe(mayImport);
    await page.goto(`${home("demo")}/products`);
    await page.locator("tbody a").first().click();
    await page.waitForURL(/\/products\/prod_/);
    expect(await page.getByRole("button", { name: "Save" }).count()).toBe(role === "staff" ? 1 : 0);
    await page.context().close();
  }
});

test("the owner's pages are accessible at each width, in light and dark colours", {
  timeout: 180_000,
}, async () => {
  const page = await joined(
    { slug: "demo", role: "owner", email: "looks@demo.example" },
    { viewport: { width: 1280, height: 900 } },
  );
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  const check = async (path: string) => {
    await page.goto(home("demo") + path);
    await expectAccessible(page, widths);
  };
  for (const path of [
    "/products",
    "/products/edit",
    "/products/import",
    "/settings",
    "/keys",
    "/events",
    "/payments",
  ]) {
    await check(path);
  }
  await page.goto(`${home("demo")}/products`);
  await page.locator("tbody a").first().click();
  await page.waitForURL(/\/products\/prod_/);
  await expectAccessible(page, widths);
  for (const summary of await page.locator("form summary").all()) await summary.click();
  await expectAccessible(page, widths);
  await page.getByRole("link", { name: /^(Edit|Add) variants$/ }).click();
  await page.getByRole("button", { name: /^(Update the table|Make the variants)$/ }).waitFor();
  await expectAccessible(page, widths);
  await page.goBack();
  await page.getByRole("link", { name: /^(Edit|Add) images$/ }).click();
  await page.getByRole("button", { name: "Add image" }).waitFor();
  await expectAccessible(page, widths);
  await page.goBack();
  await page.getByRole("link", { name: "Duplicate" }).click();
  await page.getByRole("heading", { name: /^Duplicate / }).waitFor();
  await expectAccessible(page, widths);
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Delete" }).click();
  await page.getByRole("heading", { name: /^Delete / }).waitFor();
  await expectAccessible(page, widths);
  await check("/products/new");
  await page.getByRole("textbox", { name: "Price in EUR" }).fill("much");
  await page.getByLabel("Name", { exact: true }).fill("Print");
  await page.getByRole("button", { name: "Add product" }).click();
  await page.getByText("Nothing was added.").waitFor();
  await expectAccessible(page, widths);
  expect(errors.splice(0)).toEqual([expect.stringContaining("status of 400")]);
  await importProducts(page, "demo");
  await expectAccessible(page, widths);
  await page.goto(`${home("demo")}/keys`);
  await page.getByRole("button", { name: "Create" }).click();
  await page.locator(".secret").waitFor();
  await page.locator("tbody summary").first().click();
  await expectAccessible(page, widths);
  await page.goto(`${home("demo")}/events`);
  await page.getByLabel("URL").fill("https://shop.example/events");
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByText("Signing secret").waitFor();
  await expectAccessible(page, widths);
  await page.goto(`${home("demo")}/settings`);
  await page.getByLabel("Primary colour", { exact: true }).fill("#7a1f3d");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.locator('.theme-preview [fill="#7a1f3d"]').first().waitFor();
  await expectAccessible(page, widths);
  expect(errors).toEqual([]);
  await page.context().close();
});
