import { rm } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createApiClient } from "../../../generated/client.ts";
import { mailFolderOf, standInOf, stateFileOf } from "../../../server/development/development.ts";
import { emptyPostgres } from "../../helpers/data/test-database.ts";
import { postgresUrl } from "../../helpers/outside.ts";
import { fillShipping, launchBrowser } from "./browser.ts";
import { startDevelopmentServer } from "./development-server.ts";

type Shop = Awaited<ReturnType<typeof startDevelopmentServer>>;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

const engines = [
  { engine: "SQLite", database: async () => undefined },
  ...(postgresUrl === undefined
    ? []
    : [{ engine: "PostgreSQL", database: () => emptyPostgres(postgresUrl ?? "") }]),
];

test.each(engines)(
  "a purchase with shipping, a code and tax is mailed and refunded in part, on $engine",
  async ({ database }) => {
    const own = await database();
    const shop = await startDevelopmentServer(own?.url);
    onTestFinished(async () => {
      await shop.stop();
      const beside = [stateFileOf(shop.databaseUrl), mailFolderOf(shop.databaseUrl)];
      for (const place of beside) await rm(place, { recursive: true, force: true });
      await own?.drop();
    });
    await offerEverything(shop);

    const buyer = await browser.newPage();
    await buyer.goto(await checkout(shop));
    await buyer.fill("[name=promotion_code]", "QUAY10");
    await buyer.click("button[value=apply_code]");
    await buyer.getByLabel(/Express/).check();
    await buyer.fill("[name=email]", "ada@reader.example");
    await fillShipping(buyer);
    await buyer.click("button[value=update]");
    const total = 4320 + 990 + Math.round(4320 * 0.23) + Math.round(990 * 0.23);
    await buyer.getByText(euros(total)).first().waitFor();
    await buyer.click("button[value=pay]");
    await buyer.waitForURL(/\/checkout\/success/);

    const page = await browser.newPage();
    await page.goto(shop.dashboard);
    await page.goto(`${shop.url}/dashboard/stores/demo/orders?q=ada@reader.example`);
    await page.locator("tbody a").first().click();
    await page.getByRole("heading", { name: /^Order / }).waitFor();
    const shown = (await page.textContent("main")) ?? "";
    for (const amount of [4800, 480, 990, total]) expect(shown).toContain(euros(amount));
    await page.getByRole("link", { name: "Refund" }).first().click();
    await page.getByLabel(/Amount/).fill("10.00");
    await page.getByRole("button", { name: "Review refund" }).click();
    await page.getByRole("button", { name: "Refund €10.00" }).click();
    await page.getByText("€10.00 refunded.").waitFor();

    const mails = ["Refund for your order #1001", "Your order #1001"];
    await expect.poll(() => subjects(page, shop), { timeout: 30_000 }).toEqual(mails);
    await page.getByRole("link", { name: "Your order #1001", exact: true }).click();
    const mail = (await page.locator(".mail-text").textContent()) ?? "";
    for (const amount of [4800, 480, 990, 994 + 228, total]) expect(mail).toContain(euros(amount));
  },
);

const euros = (amount: number) => `€${(amount / 100).toFixed(2)}`;

/** Two rates, a code of ten percent, and tax on top of the prices. */
async function offerEverything(shop: Shop): Promise<void> {
  const store = ["--store", "demo"];
  await shop.cli("shipping", "add", ...store, "--name", "Standard", "--price", "4.90");
  await shop.cli("shipping", "add", ...store, "--name", "Express", "--price", "9.90", "--days", "1-2");
  await shop.cli("codes", "create", ...store, "--code", "QUAY10", "--percent", "10");
  await shop.cli("stores", "update", "demo", "--tax", "exclusive", "--buyer-emails");
  const standIn = await standInOf(shop.databaseUrl);
  const { hostname, port } = new URL(standIn?.apiBase ?? "");
  const stripe = new Stripe(standIn?.secretKey ?? "", { host: hostname, port, protocol: "http" });
  await stripe.tax.settings.update({ head_office: { address: { country: "IE" } } });
}

/** Two calendars of 24.00 each. */
async function checkout(shop: Shop): Promise<string> {
  const client = createApiClient({ baseUrl: shop.url, auth: { apiKey: shop.key } });
  const products = (await client.GET("/v1/products")).data?.data ?? [];
  const product = products.find(({ priceInCents, type }) => type === "physical" && priceInCents === 2400);
  const cartId = (await client.POST("/v1/cart")).data?.data.id ?? "";
  const body = { productId: product?._id ?? "", quantity: 2 };
  await client.POST("/v1/cart/{cartId}/lines", { params: { path: { cartId } }, body });
  return (await client.POST("/v1/checkout/session", { body: { cartId } })).data?.data.url ?? "";
}

async function subjects(page: Page, shop: Shop): Promise<string[]> {
  await page.goto(`${shop.url}/dashboard/mails`);
  return page.locator("tbody th").allTextContents();
}
