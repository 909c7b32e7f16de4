import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiClient, createApiClient } from "../../../generated/client.ts";
import { picture } from "../../merchants/images/pictures.ts";
import { fillShipping, launchBrowser } from "./browser.ts";
import { startDevelopmentServer } from "./development-server.ts";

let shop: Awaited<ReturnType<typeof startDevelopmentServer>>;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  shop = await startDevelopmentServer();
  browser = await launchBrowser();
  const store = ["--slug", "quay", "--name", "Quay Pottery", "--currency", "eur", "--plan", "pro"];
  await shop.cli("stores", "create", ...store);
  const invited = ["--store", "quay", "--email", "owner@quay.example", "--role", "owner"];
  const { pathname, search } = new URL(String((await shop.cli("users", "invite", ...invited)).url));
  page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(shop.url + pathname + search);
  await page.getByLabel("Choose a password").fill("a long walk by the sea");
  await page.getByRole("button", { name: "Join", exact: true }).click();
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});

const open = (path: string) => page.goto(`${shop.url}/dashboard/stores/quay${path}`);
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const follow = (name: string) => page.getByRole("link", { name }).first().click();
const main = async () => (await page.textContent("main")) ?? "";

/** Fills in a form's fields by their labels, and sends it. Waits for the notice. */
async function send(fields: Record<string, string>, button: string, notice: string): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
  await press(button);
  await page.getByText(notice).waitFor();
}

async function addProducts(): Promise<void> {
  await open("/products");
  await follow("Add product");
  await page.getByLabel("Image", { exact: true }).setInputFiles({
    name: "pig.jpg",
    mimeType: "image/jpeg",
    buffer: await picture(1500, 1000).jpeg().toBuffer(),
  });
  const fields = { Name: "Salt pig", "Price in EUR": "32.50", SKU: "PIG", Stock: "1" };
  await send(fields, "Add product", "Salt pig was added.");
  await follow("Add variants");
  await page.getByLabel("Option 1", { exact: true }).fill("Glaze");
  await page.getByLabel("Values of option 1").fill("Blue, White");
  await press("Make the variants");
  const white = { "Price of White": "34,00", "SKU of White": "PIG-W", "Stock of White": "1" };
  await send(white, "Save variants", "Variants saved.");
}

/** The settings without which a store can't sell. Returns a client with a new API key. */
async function openForSale(): Promise<ApiClient> {
  await open("/payments");
  await follow("Connect your Stripe account");
  await press("Connect a test account");
  await page.getByText("receives the store’s payments").waitFor();
  await open("");
  await press("Publish");
  await page.getByText("The store is published.").waitFor();
  await open("/keys");
  await page.getByLabel("Label").fill("Storefront");
  await press("Create");
  const apiKey = (await page.locator(".secret").textContent()) ?? "";
  await open("/payments");
  expect(await main()).toContain("The store can sell");
  return createApiClient({ baseUrl: shop.url, auth: { apiKey } });
}

/** A cart with one of a product, sent to the payment page. */
async function checkout(client: ApiClient, sku: string) {
  const product = (await client.GET("/v1/products")).data?.data.find((one) => one.sku === sku);
  const cartId = (await client.POST("/v1/cart")).data?.data.id ?? "";
  const body = { productId: product?._id ?? "", quantity: 1 };
  await client.POST("/v1/cart/{cartId}/lines", { params: { path: { cartId } }, body });
  return client.POST("/v1/checkout/session", { body: { cartId } });
}

async function buy(client: ApiClient, sku: string, email: string): Promise<void> {
  const buyer = await browser.newPage();
  await buyer.goto((await checkout(client, sku)).data?.data.url ?? "");
  await buyer.fill("[name=email]", email);
  await fillShipping(buyer);
  await buyer.click("button[name=outcome][value=pay]");
  await buyer.waitForURL(/\/checkout\/success/);
  await buyer.close();
}

async function openOrderOf(email: string): Promise<void> {
  await open(`/orders?q=${email}`);
  await page.locator("tbody a").first().click();
  await page.getByRole("heading", { name: /^Order / }).waitFor();
}

async function stockOf(name: string): Promise<string> {
  await open(`/products?q=${encodeURIComponent(name)}`);
  await follow("Salt pig");
  const row = page.getByRole("row").filter({ hasText: name });
  return (await row.locator('[data-label="Stock"]').textContent()) ?? "";
}

test("a new store is set up, sold out, refunded, shipped and given a return in the dashboard alone", async () => {
  await addProducts();
  const client = await openForSale();

  const images = (await client.GET("/v1/products")).data?.data.map(({ imageUrl }) => imageUrl) ?? [];
  expect(new Set(images).size).toBe(1);
  const shown = await browser.newPage();
  await shown.setContent(`<img src="${images[0]}">`);
  await shown.waitForFunction("document.images[0].naturalWidth === 1280");
  await shown.close();

  await buy(client, "PIG", "ines@reader.example");
  await buy(client, "PIG-W", "ada@reader.example");
  for (const glaze of ["Blue", "White"]) expect(await stockOf(glaze)).toBe("0");
  for (const sku of ["PIG", "PIG-W"]) expect((await checkout(client, sku)).response.status).toBe(409);

  await openOrderOf("ines@reader.example");
  await follow("Refund");
  await press("Review refund");
  await page.getByLabel("Back in stock: Salt pig – Blue").fill("1");
  await press("Refund €32.50");
  await page.getByText("€32.50 refunded.").waitFor();
  expect([await stockOf("Blue"), await stockOf("White")]).toEqual(["1", "0"]);
  await buy(client, "PIG", "cleo@reader.example");
  expect(await stockOf("Blue")).toBe("0");

  await openOrderOf("ada@reader.example");
  await send(
    { Carrier: "An Post", "Tracking number": "RR1", "Tracking URL": "https://post.example/RR1" },
    "Mark as sent",
    "Order fulfilled.",
  );
  expect(await page.getByRole("link", { name: "RR1" }).getAttribute("href")).toBe("https://post.example/RR1");

  await page.getByText("Record a return").click();
  await send({ "Return: Salt pig – White": "1", Reason: "Chipped" }, "Record return", "Return recorded.");
  await page.getByText("Receive", { exact: true }).click();
  await press("Mark as received");
  await page.locator("#returns").getByText("back in stock: 1 × Salt pig – White").waitFor();
  await follow("Refund these items");
  await press("Review items");
  await press("Refund €34.00");
  await page.getByText("€34.00 refunded.").waitFor();
  expect([await stockOf("Blue"), await stockOf("White")]).toEqual(["0", "1"]);

  await open("");
  expect(await main()).toContain("1 order to fulfil");
});
