import type { Browser, BrowserContext } from "playwright-core";
import { startDevelopmentServer } from "../test/system/browser/development-server.ts";
import type { Bench, Result } from "./bench.ts";
import { firstAnswer, freePort, launch } from "./launch.ts";
import { median } from "./load/measure.ts";

/** What a page did until it was loaded. */
interface Vitals {
  /** Milliseconds until the largest picture or text was painted. */
  lcp: number;
  /** How much of the window moved, weighted by how far; 0.1 and less counts as good. */
  cls: number;
}

/** About a mid-range phone, compared with a desktop machine. */
const slowdown = 4;

/** The storefront and the dashboard in Chromium, with an empty cache. */
export async function browserBench({ load, progress }: Bench): Promise<Record<string, Result>> {
  // Fails where there is no browser, which other benches don't need.
  const { launchBrowser } = await import("../test/system/browser/browser.ts");
  const shop = await startDevelopmentServer();
  const port = await freePort();
  const storefront = `http://localhost:${port}`;
  const server = launch(process.execPath, ["examples/storefront/start.ts"], {
    API_URL: shop.url,
    PORT: `${port}`,
  });
  const browser = await launchBrowser();
  try {
    await firstAnswer(storefront);
    const signedIn = await browser.newContext();
    await (await signedIn.newPage()).goto(shop.dashboard);
    const storageState = await signedIn.storageState();
    const demo = `${shop.url}/dashboard/stores/demo`;
    const pages: Record<string, string> = {
      "the storefront's home page": storefront,
      "a search": `${storefront}/?q=tide`,
      "a product": await firstProduct(browser, storefront),
      "the dashboard's overview": demo,
      "its orders": `${demo}/orders`,
      "its products": `${demo}/products`,
    };
    const measured = new Map<string, Vitals[]>();
    for (let round = 1; round <= load.rounds; round++) {
      for (const [name, url] of Object.entries(pages)) {
        progress(`round ${round} of ${load.rounds}, ${name}`);
        const context = await browser.newContext({ viewport: { width: 390, height: 844 }, storageState });
        measured.set(name, [...(measured.get(name) ?? []), await vitalsOf(context, url)]);
        await context.close();
      }
    }
    const shown = (of: (vitals: Vitals) => number, text: (value: number) => string) =>
      [...measured].map(([name, all]) => [name, text(median(all.map(of)))] as const);
    const worst = (of: (vitals: Vitals) => number) =>
      Math.max(...[...measured.values()].map((all) => median(all.map(of))));
    return {
      lcp: {
        what: `largest contentful paint of the slowest page, 390 px wide, with a processor ${slowdown} times as slow`,
        figure: worst(({ lcp }) => lcp),
        bound: { atMost: 2500 },
        unit: "ms",
        details: Object.fromEntries(
          shown(
            ({ lcp }) => lcp,
            (value) => `${Math.round(value)} ms`,
          ),
        ),
      },
      cls: {
        what: "cumulative layout shift of the page that moves most",
        figure: worst(({ cls }) => cls),
        bound: { atMost: 0.1 },
        details: Object.fromEntries(
          shown(
            ({ cls }) => cls,
            (value) => value.toFixed(3),
          ),
        ),
      },
    };
  } finally {
    await browser.close();
    await server.end();
    await shop.stop();
  }
}

async function firstProduct(browser: Browser, storefront: string): Promise<string> {
  const page = await browser.newPage();
  await page.goto(storefront);
  const path = await page.locator(".products a").first().getAttribute("href");
  await page.close();
  return storefront + path;
}

async function vitalsOf(context: BrowserContext, url: string): Promise<Vitals> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: "networkidle" });
  // The observers are called after the next frame.
  await page.waitForTimeout(100);
  return page.evaluate("vitals");
}

const observe = `
window.vitals = { lcp: 0, cls: 0 };
new PerformanceObserver((list) => { vitals.lcp = list.getEntries().at(-1).startTime; })
  .observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) vitals.cls += value;
}).observe({ type: "layout-shift", buffered: true });
`;
