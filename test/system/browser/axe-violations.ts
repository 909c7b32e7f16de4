import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface AxeViolation {
  id: string;
  impact: string;
  html: string[];
}

/** A colour scheme changes nothing but colours, so only these rules are checked in both. */
const rulesOfColours = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

/** Those of WCAG 2.2 too, which axe doesn't apply by itself. */
const everyRule = { rules: { "target-size": { enabled: true } } };

/** What axe finds in a page, in light and in dark colours. */
export async function axeViolations(page: Page): Promise<Record<"dark" | "light", AxeViolation[]>> {
  // Evaluated by the debugger, which isn't bound by the page's script policy.
  await page.evaluate(axe);
  return {
    dark: await violationsIn(page, "dark", rulesOfColours),
    light: await violationsIn(page, "light", everyRule),
  };
}

async function violationsIn(
  page: Page,
  colorScheme: "dark" | "light",
  rules: object,
): Promise<AxeViolation[]> {
  // A colour that changes slowly would be read in between.
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  return page.evaluate(
    `axe.run(${JSON.stringify(rules)}).then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes.map(({ html }) => html) })))`,
  );
}
