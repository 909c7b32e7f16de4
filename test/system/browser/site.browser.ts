import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import express from "express";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeViolations } from "./axe-violations.ts";
import { launchBrowser } from "./browser.ts";
import { widths } from "./expect-accessible.ts";

const site = fileURLToPath(new URL("../../../site", import.meta.url));

let folder: string;
let server: Server;
let browser: Browser;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-site-"));
  const vitepress = path.join(site, "node_modules/vitepress/bin/vitepress.js");
  // Refuses links to pages that don't exist.
  await promisify(execFile)(process.execPath, [vitepress, "build", site, "--outDir", folder]);
  server = express()
    .use(express.static(folder, { extensions: ["html"], redirect: false }))
    .listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(place: string): Promise<{ page: Page; hosts: Set<string> }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).origin));
  await page.goto(`${url}${place}`, { waitUntil: "networkidle" });
  return { page, hosts };
}

test.each([
  "/",
  "/docs/performance",
  "/docs/conformance",
  "/docs/reference/toolkit-commands",
  "/toolkit/CHANGELOG",
])("%s is accessible at each width, and asks no other host", async (place) => {
  const { page, hosts } = await open(place);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    expect(await axeViolations(page), `${width} px`).toEqual({ dark: [], light: [] });
  }
  expect([...hosts]).toEqual([url]);
  await page.close();
});

test("the search finds an option of a command", async () => {
  const { page, hosts } = await open("/");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("searchbox").fill("accepted-breaks");
  await page.getByRole("option").first().click();
  await page.waitForURL(/toolkit-commands|CHANGELOG|decisions/);
  expect([...hosts]).toEqual([url]);
  await page.close();
});

test("figures are drawn as bars in proportion", async () => {
  const { page } = await open("/docs/performance");
  const shares = await page
    .locator("td.figure")
    .evaluateAll((cells) => cells.map((cell) => cell.style.cssText));
  expect(shares).toContain("--share: 100.0%;");
  await page.close();
});
