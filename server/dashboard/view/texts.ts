import { html } from "hono/html";
import { dayAfter, localTime, utc } from "../../domain/time-zone.ts";
import type { Html } from "../route.ts";

/** `15 Jan 2026, 10:00 UTC`, or in another time zone `15 Jan 2026, 11:00`. @param ms since 1970 */
export function instant(ms: number, zone: string): Html {
  return html`<time datetime="${new Date(ms).toISOString()}">${longText(ms, zone)}</time>`;
}

function longText(ms: number, zone: string): string {
  return `${day(ms, zone)}, ${localTime(ms, zone).time}${zone === utc ? " UTC" : ""}`;
}

/**
 * A time for lists: `Today, 10:00`, `Yesterday, 10:00`, `15 Jan, 10:00`, or `15 Jan 2025` of another year.
 * @param ms since 1970
 * @param now in milliseconds since 1970
 */
export function shortInstant(ms: number, now: number, zone: string): Html {
  const iso = new Date(ms).toISOString();
  return html`<time datetime="${iso}" title="${longText(ms, zone)}">${shortText(ms, now, zone)}</time>`;
}

function shortText(ms: number, now: number, zone: string): string {
  const { day: then, time } = localTime(ms, zone);
  const { day: today } = localTime(now, zone);
  if (then === today) return `Today, ${time}`;
  if (then === dayAfter(today, -1)) return `Yesterday, ${time}`;
  const text = day(ms, zone);
  return then.slice(0, 4) === today.slice(0, 4) ? `${text.slice(0, -5)}, ${time}` : text;
}

/** `15 Jan 2026`. @param ms since 1970 */
export function day(ms: number, zone: string): string {
  const [, day, month, year] = new Date(`${localTime(ms, zone).day}T00:00:00Z`).toUTCString().split(" ");
  return `${Number(day)} ${month} ${year}`;
}

export type Tone = "good" | "wait" | "bad" | "plain";

/** A short status, such as Paid. Its colour only repeats the text. */
export function tag(text: string, tone: Tone): Html {
  return html`<span class="tag ${tone}">${text}</span>`;
}

/** An email address that breaks at its dots, hyphens and `@` where a line is too short for it. */
export function emailText(email: string): Html {
  const parts = email.split(/(?=[@.])|(?<=-)/);
  return html`${parts.map((part, at) => (at === 0 ? part : html`<wbr>${part}`))}`;
}
