import { html } from "hono/html";
import type { Html } from "../route.ts";

/** An email address that breaks at its dots, hyphens and `@` where a line is too short for it. */
export function emailText(email: string): Html {
  const parts = email.split(/(?=[@.])|(?<=-)/);
  return html`${parts.map((part, at) => (at === 0 ? part : html`<wbr>${part}`))}`;
}
