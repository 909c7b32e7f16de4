import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AxeViolation, axeViolations } from "./axe-violations.ts";
import { launchBrowser } from "./browser.ts";
import { startDevelopmentServer } from "./development-server.ts";
import { widths } from "./expect-accessible.ts";

let server: Awaited<ReturnType<typeof startDevelopmentServer>>;
let browser: Browser;

beforeAll(async () => {
  server = await startDevelopmentServer();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function open(page: Page, hash: string, heading: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`${server.url}/docs${hash}`);
  await page.getByRole("heading", { name: heading }).first().waitFor();
}

/** Redoc renders operations bit by bit and moves the page, so axe mistakes one text's background for another's. */
async function settle(page: Page): Promise<void> {
  const layout = () => page.evaluate("[scrollY, document.documentElement.scrollHeight].join()");
  for (let before: unknown, now = await layout(); now !== before; now = await layout()) {
    before = now;
    await page.waitForTimeout(500);
  }
}

test("/docs has a sample of curl and one of the typed client beside an operation", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await open(page, "#/cart/addcartline", "Add a product to a cart");
  // Further operations are on the page above and below.
  const panel = page.locator(".panel-request-samples", { hasText: "/v1/cart/{cartId}/lines" }).first();
  expect(await panel.textContent()).toContain(`"Authorization: Bearer $API_KEY"`);
  await panel.getByRole("button", { name: "curl" }).click();
  await page.getByRole("menuitem", { name: "TypeScript" }).click();
  await panel.getByText("addCartLine").waitFor();
  expect(await panel.textContent()).toContain("await api.addCartLine({");
  await page.close();
});

test("/docs names the address that it is served from", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await open(page, "", "Counterpart");
  const servers = page.locator(".panel-api-docs", { hasText: "This server." }).first();
  expect(await servers.textContent()).toContain(server.url);
  expect(await servers.textContent()).not.toContain("localhost:3000");
  await page.close();
});

test("/docs links to the document in JSON and YAML", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await open(page, "", "Counterpart");
  for (const [name, start] of [
    ["JSON", '{"openapi":"3.1.0"'],
    ["YAML", "openapi: 3.1.0"],
  ] as const) {
    const link = page.getByRole("link", { name, exact: true });
    const address = await link.evaluate((element) => (element as unknown as { href: string }).href);
    const text = await (await fetch(address)).text();
    expect(text.replaceAll(/^\{\s+"openapi": /g, '{"openapi":').slice(0, start.length)).toBe(start);
  }
  await page.close();
});

test("the files and the sections that /llms.txt links to exist", async () => {
  const text = await (await fetch(`${server.url}/llms.txt`)).text();
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, address = ""]) => address);
  expect(links.length).toBeGreaterThan(40);
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await open(page, "", "Counterpart");
  const places = new Set(
    (await page.evaluate(
      "[...document.querySelectorAll('[id], a[href^=\"#/\"]')].flatMap((one) => ['#/' + one.id.replace(/^\\//, ''), one.getAttribute('href')])",
    )) as string[],
  );
  for (const link of links) {
    const [file = "", hash] = link.split("#");
    if (hash === undefined) expect((await fetch(`${server.url}/${file}`)).status, link).toBe(200);
    else if (hash.startsWith("/section-")) expect(places, link).toContain(`#${hash}`);
  }
  await page.close();
});

test("the menu lists operations before guides, and an address of before still leads to a section", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await open(page, "#/section/errors", "Errors");
  const { hash } = new URL(page.url());
  expect(hash).toBe("#/section-errors");
  const menu = (await page.locator("nav, .menu-content").first().innerText()).split("\n");
  const at = ["Operations", "Subscriptions", "Guides", "Errors", "Changelog"].map((one) => menu.indexOf(one));
  expect(at).toEqual(at.toSorted((one, other) => one - other));
  expect(at[0]).toBeGreaterThan(0);
  await page.close();
});

test("a search shows words apart that a line break separates", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await open(page, "", "Counterpart");
  await page.getByTestId("search-trigger").click();
  await page.keyboard.type("payment provider");
  const result = page.getByText(/Takes a snapshot of the cart/).last();
  await result.waitFor();
  expect(await result.innerText()).toContain("Redirect the customer");
  await page.close();
});

// The rest is in Redoc itself, and listed in docs/decisions/0090-reference-page.md.
const redocs = ["label-content-name-mismatch", "target-size"];

test.each(widths)(
  "/docs can be read at %d px, in light and in dark colours",
  { timeout: 240_000 },
  async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    for (const [hash, heading] of [
      ["", "Counterpart"],
      ["#/section-errors", "Errors"],
      ["#/section-receiving-webhooks", "Receiving webhooks"],
      ["#/section-changelog", "Changelog"],
      ["#/cart/addcartline", "Add a product to a cart"],
      ["#/events/orderpaid", "An order was paid"],
    ] as const) {
      await open(page, hash, heading);
      await settle(page);
      expect(await page.evaluate("document.documentElement.scrollWidth"), hash).toBe(width);
      const { dark, light } = await axeViolations(page);
      expect(
        [dark, light].map((found) => found.filter(isGrave)),
        hash,
      ).toEqual([[], []]);
    }
    await page.close();
  },
);

function isGrave({ id, impact }: AxeViolation): boolean {
  return ["serious", "critical"].includes(impact) && !redocs.includes(id);
}
