import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectWellFormed } from "./expect-well-formed.ts";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The widths of windows that pages are designed for. */
export const widths = [1280, 390];

/** A colour scheme changes nothing but colours, so only these rules are checked in both. */
const rulesOfColours = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

/**
 * Expects the page to be well-formed, and at each width to fit its window and to have no fault that axe finds, in light
 * and in dark colours.
 * @param at by default, the window's width
 */
export async function expectAccessible(page: Page, at?: number[]): Promise<void> {
  // The heading is there before the stylesheet is.
  await page.waitForLoadState();
  await expectWellFormed(page);
  // Evaluated by the debugger, which isn't bound by the page's script policy.
  await page.evaluate(axe);
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  for (const width of at ?? [size.width]) {
    await page.setViewportSize({ ...size, width });
    expect(await page.evaluate("document.documentElement.scrollWidth"), page.url()).toBe(width);
    for (const colorScheme of ["dark", "light"] as const) {
      // A colour that changes slowly would be read in between.
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const rules = JSON.stringify(colorScheme === "dark" ? rulesOfColours : {});
      const violations = await page.evaluate(
        `axe.run(${rules}).then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))`,
      );
      expect(violations, `${page.url()} at ${width} px, ${colorScheme}`).toEqual([]);
    }
  }
  await page.setViewportSize(size);
}
