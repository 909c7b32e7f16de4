import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectWellFormed } from "./expect-well-formed.ts";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Expects the page to be well-formed and to fit its window's width, and axe to find no fault. */
export async function expectAccessible(page: Page): Promise<void> {
  // The heading is there before the stylesheet is.
  await page.waitForLoadState();
  const { width } = page.viewportSize() ?? {};
  expect(await page.evaluate("document.documentElement.scrollWidth"), page.url()).toBe(width);
  await expectWellFormed(page);
  // Evaluated by the debugger, which isn't bound by the page's script policy.
  await page.evaluate(axe);
  const violations = await page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))",
  );
  expect(violations, page.url()).toEqual([]);
}
