import { html } from "hono/html";
import type { Theme } from "../../../database/queries/stores.ts";
import type { Html } from "../../route.ts";
import { themeDefaults } from "./theme-colours.ts";

/**
 * A storefront in a theme's colours, fonts and corners. It is SVG because its attributes work without inline styles.
 */
export function themePreview(theme: Theme, name: string): Html {
  const of = (member: keyof Theme) => theme[member] || themeDefaults[member];
  const radius = Math.min(24, Number.parseFloat(of("radius")) || 0);
  const card = (
    x: number,
  ) => html`<rect x="${x}" y="96" width="132" height="118" rx="${radius}" fill="${of("background")}" stroke="${of("border")}"/>
<rect x="${x}" y="96" width="132" height="64" rx="${radius}" fill="${of("muted")}"/>
<text x="${x + 12}" y="180" font-size="12" fill="${of("foreground")}" font-family="${of("fontBody")}">A product</text>
<rect x="${x + 12}" y="189" width="58" height="18" rx="${Math.min(radius, 9)}" fill="${of("primary")}"/>
<text x="${x + 41}" y="202" font-size="10" text-anchor="middle" fill="${of("primaryForeground")}" font-family="${of("fontBody")}">Buy</text>`;
  return html`<figure class="theme-preview"><svg viewBox="0 0 480 240" role="img" aria-label="Preview of a storefront with this theme">
<rect width="480" height="240" fill="${of("background")}"/>
<rect width="480" height="40" fill="${of("primary")}"/>
<text x="20" y="26" font-size="15" fill="${of("primaryForeground")}" font-family="${of("fontHeading")}">${name.slice(0, 32)}</text>
<text x="20" y="76" font-size="20" fill="${of("foreground")}" font-family="${of("fontHeading")}">What we make</text>
${[20, 174, 328].map(card)}
</svg></figure>`;
}
