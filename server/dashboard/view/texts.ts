import { html } from "hono/html";
import type { Html } from "../route.ts";

/** `15 Jan 2026, 10:00 UTC`. @param ms since 1970 */
export function instant(ms: number): Html {
  const iso = new Date(ms).toISOString();
  return html`<time datetime="${iso}">${day(ms)}, ${iso.slice(11, 16)} UTC</time>`;
}

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
