import { html } from "hono/html";
import type { Html } from "../route.ts";

/** `15 Jan 2026, 10:00 UTC`. @param ms since 1970 */
export function instant(ms: number): Html {
  const iso = new Date(ms).toISOString();
  return html`<time datetime="${iso}">${day(ms)}, ${iso.slice(11, 16)} UTC</time>`;
}

/**
 * A time for lists: `Today, 10:00`, `Yesterday, 10:00`, `15 Jan, 10:00`, or `15 Jan 2025` of another year. In UTC.
 * @param ms since 1970
 * @param now in milliseconds since 1970
 */
export function shortInstant(ms: number, now: number): Html {
  const iso = new Date(ms).toISOString();
  return html`<time datetime="${iso}" title="${day(ms)}, ${iso.slice(11, 16)} UTC">${shortText(ms, now)}</time>`;
}

function shortText(ms: number, now: number): string {
  const time = new Date(ms).toISOString().slice(11, 16);
  const daysAgo = Math.floor(now / dayMs) - Math.floor(ms / dayMs);
  if (daysAgo === 0) return `Today, ${time}`;
  if (daysAgo === 1) return `Yesterday, ${time}`;
  const year = ` ${new Date(now).getUTCFullYear()}`;
  return day(ms).endsWith(year) ? `${day(ms).slice(0, -year.length)}, ${time}` : day(ms);
}

const dayMs = 24 * 60 * 60 * 1000;

/** `15 Jan 2026`, in UTC, without `Intl.DateTimeFormat`, whose tables take 9 MB of memory. @param ms since 1970 */
export function day(ms: number): string {
  const [, day, month, year] = new Date(ms).toUTCString().split(" ");
  return `${Number(day)} ${month} ${year}`;
}

export type Tone = "good" | "wait" | "bad" | "plain";

/** A short status, such as Paid. Its colour only repeats the text. */
export function tag(text: string, tone: Tone): Html {
  return html`<span class="tag ${tone}">${text}</span>`;
}
