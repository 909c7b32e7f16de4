import type { Page } from "playwright-core";
import { expect } from "vitest";
import { axeViolations } from "./axe-violations.ts";
import { expectWellFormed } from "./expect-well-formed.ts";

/** The widths of windows that pages are designed for. */
export const widths = [1280, 390];

/**
 * Expects the page to be well-formed, and at each width to fit its window and to have no fault that axe finds, in light
 * and in dark colours.
 * @param at by default, the window's width
 */
export async function expectAccessible(page: Page, at?: number[]): Promise<void> {
  // The heading is there before the stylesheet is.
  await page.waitForLoadState();
  await expectWellFormed(page);
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  for (const width of at ?? [size.width]) {
    await page.setViewportSize({ ...size, width });
    expect(await page.evaluate("document.documentElement.scrollWidth"), page.url()).toBe(width);
    expect(await axeViolations(page), `${page.url()} at ${width} px`).toEqual({ dark: [], light: [] });
  }
  await page.setViewportSize(size);
}
