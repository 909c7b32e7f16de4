import { html } from "hono/html";
import type { Html } from "../route.ts";

const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "UTC" });

/** `15 Jan 2026, 10:00 UTC`. @param ms since 1970 */
export function instant(ms: number): Html {
  const value = new Date(ms);
  return html`<time datetime="${value.toISOString()}">${date.format(value)}, ${time.format(value)} UTC</time>`;
}

/** `15 Jan 2026`, in UTC. @param ms since 1970 */
export function day(ms: number): string {
  return date.format(new Date(ms));
}

export type Tone = "good" | "wait" | "bad" | "plain";

/** A short state, such as Paid; its colour says the same as its text. */
export function tag(text: string, tone: Tone): Html {
  return html`<span class="tag ${tone}">${text}</span>`;
}
