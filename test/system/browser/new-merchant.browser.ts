import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { picture } from "../../merchants/images/pictures.ts";
import { fillShipping, launchBrowser } from "./browser.ts";
import { startDevelopmentServer } from "./development-server.ts";
import { expectAccessible, widths } from "./expect-accessible.ts";

let shop: Awaited<ReturnType<typeof startDevelopmentServer>>;
let browser: Browser;
/** Grants plans, and reads the mails of the installation. */
let operator: Page;

beforeAll(async () => {
  shop = await startDevelopmentServer(undefined, { SIGN_UP: "open" });
  browser = await launchBrowser();
  operator = await (await browser.newContext()).newPage();
  await operator.goto(shop.dashboard);
  await shop.cli("users", "operator", "--email", "owner@harbour.example");
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});

test.each(widths)(
  "from sign-up to a paid order of a variant, its packing slip and a partial refund at %i px, without a shell",
  { timeout: 240_000 },
  async (width) => {
    const viewport = { width, height: 900 };
    const page = await (await browser.newContext({ viewport })).newPage();
    page.setDefaultTimeout(20_000);
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const follow = (name: string) => page.getByRole("link", { name, exact: true }).first().click();
    const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
    const look = async (text: string) => {
      await page.getByText(text).first().waitFor();
      await expectAccessible(page);
    };
    const email = `ines${width}@quay.example`;
    const name = `Quay Pottery ${width}`;

    await page.goto(`${shop.url}/dashboard/sign-in`);
    await follow("Create a store");
    await look("You get an email");
    await fill("Email address", email);
    await press("Continue");
    await look("Check your email");
    await page.goto(await linkMailedTo(email));
    await look("Choose a password");
    await fill("Choose a password", "a long walk by the sea");
    await press("Continue");
    await look("Where you ship to at first");
    await fill("Name", name);
    await page.getByLabel("Currency").selectOption("eur");
    await page.getByLabel("Country").selectOption({ label: "Ireland" });
    await press("Create the store");
    await look("4 steps before the store can sell");
    const home = page.url();

    await press("Ask for it");
    await look("You have asked for it.");
    await operator.goto(`${shop.url}/dashboard/plans`);
    await operator.getByRole("button", { name: `Grant the Pro plan to ${name}` }).click();
    await operator.getByText(`${name} is on the Pro plan now.`).waitFor();

    await page.goto(home);
    await follow("Add products");
    await follow("Add product");
    await page.getByLabel("Image", { exact: true }).setInputFiles({
      name: "pig.jpg",
      mimeType: "image/jpeg",
      buffer: await picture(1500, 1000).jpeg().toBuffer(),
    });
    for (const [label, text] of Object.entries({ Name: "Salt pig", "Price in EUR": "32,50", Stock: "4" }))
      await fill(label, text);
    await expectAccessible(page);
    await press("Add product");
    await look("Salt pig was added.");
    await follow("Add variants");
    await fill("Option 1", "Glaze");
    await fill("Values of option 1", "Blue, White");
    await press("Make the variants");
    await fill("Price of White", "34,00");
    await fill("Stock of White", "2");
    await expectAccessible(page);
    await press("Save variants");
    await look("Variants saved.");
    const card = page.locator("section", { hasText: "Payment link" });
    const link = (await card.getByRole("link").textContent()) ?? "";
    await card.getByRole("button", { name: "Copy" }).click();
    await card.getByText("Copied").waitFor();

    await page.goto(home);
    await follow("Connect");
    await follow("Connect your Stripe account");
    await press("Connect a test account");
    await look("It now receives the store’s payments.");
    await page.goto(home);
    await press("Publish");
    await look("The store is published.");
    await page.goto(`${home}/payments`);
    await look("The store can sell");

    await buyWhite(link, viewport);
    await page.goto(home);
    await page.getByRole("link", { name: "1 order to fulfil" }).click();
    await page.locator("tbody a").first().click();
    await look("Salt pig – White");
    await follow("Packing slip");
    await look("Ship to");
    const slip = (await page.textContent("main")) ?? "";
    for (const shown of ["Salt pig – White", "7 Quay Street"]) expect(slip).toContain(shown);
    expect(slip).not.toContain("€");
    await follow("← Order");
    await fill("Tracking number", "RR1");
    await press("Mark as sent");
    await look("Order fulfilled.");
    await follow("Refund");
    await fill("Amount in EUR", "50");
    await press("Review refund");
    await look("34.00");
    expect(await page.getByLabel("Amount in EUR").getAttribute("aria-invalid")).toBe("true");
    await fill("Amount in EUR", "10,00");
    await press("Review refund");
    await look("Refund €10.00?");
    await press("Refund €10.00");
    await look("€10.00 refunded.");
    await expect
      .poll(
        async () => {
          await page.reload();
          return page.textContent("main");
        },
        { timeout: 30_000 },
      )
      .toContain("Partially refunded");
    await expectAccessible(page);
    await page.context().close();
  },
);

/** The link in the newest mail to an address, which a person opens in their mail program. */
async function linkMailedTo(email: string): Promise<string> {
  const row = operator.getByRole("row").filter({ hasText: email });
  await expect
    .poll(
      async () => {
        await operator.goto(`${shop.url}/dashboard/mails`);
        return row.count();
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0);
  await row.first().getByRole("link").click();
  const text = (await operator.locator(".mail-text").textContent()) ?? "";
  return /http\S+token=[\w-]+/.exec(text)?.[0] ?? "";
}

/** Buys the white variant on its product's page. */
async function buyWhite(link: string, viewport: { width: number; height: number }): Promise<void> {
  const buyer = await browser.newPage({ viewport });
  await buyer.goto(link);
  await buyer.getByRole("heading", { name: "Salt pig" }).waitFor();
  await expectAccessible(buyer);
  const white = await buyer
    .getByLabel("Variant")
    .locator("option", { hasText: "White" })
    .getAttribute("value");
  await buyer.getByLabel("Variant").selectOption(white);
  await buyer.getByRole("button", { name: "Continue to payment" }).click();
  await buyer.fill("[name=email]", "ada@reader.example");
  await fillShipping(buyer);
  await buyer.click("button[name=outcome][value=pay]");
  await buyer.waitForURL(/\/checkout\/success/);
  await buyer.getByText("Salt pig – White").waitFor();
  await expectAccessible(buyer);
  await buyer.close();
}
