import { html, raw } from "hono/html";
import type { Html } from "../route.ts";

/** Strokes on a 24 × 24 grid. */
const strokes = {
  overview: "M4 19V11M10 19V5M16 19v-6M21 19H3",
  orders: "M6 8h12l1 12H5L6 8ZM9 8V6.5a3 3 0 0 1 6 0V8",
  products: "M4 8l8-4 8 4v8l-8 4-8-4V8ZM4 8l8 4 8-4M12 12v8",
  subscriptions: "M4 12a8 8 0 0 1 14-5.3M20 12a8 8 0 0 1-14 5.3M18 3v4h-4M6 21v-4h4",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 20c0-3.3 2.7-5.5 6-5.5s6 2.2 6 5.5M16 4.6a3.5 3.5 0 0 1 0 6.3M17.5 14.8c2.1 .7 3.5 2.6 3.5 5.2",
  audit: "M7 3h8l4 4v14H7V3ZM15 3v4h4M10 12h6M10 16h6",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  keys: "M14.5 9.5a4.5 4.5 0 1 1-2 3.7L4 21.5M6 19.5l2 2M8.5 17l2 2",
  events: "M12 4v3M5 20h14M12 7a5 5 0 0 1 5 5v3l2 3H5l2-3v-3a5 5 0 0 1 5-5Z",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20",
  shipping:
    "M3 6h11v10H3V6ZM14 10h4l3 3v3h-7M7 19.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM17 19.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  codes: "M4 4h8l8 8-8 8-8-8V4ZM8 9.2a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4Z",
  payments: "M3 6h18v12H3V6ZM3 10h18M7 15h4",
} as const;

export type IconName = keyof typeof strokes;

/** Decorative, next to a text with the same meaning. */
export function icon(name: IconName): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="${raw(strokes[name])}"/></svg>`;
}
