import { html } from "hono/html";
import type { Html } from "../route.ts";

/** A text to be copied, such as a new key, with a button to do so in browsers that allow it. One on a page. */
export function secretText(text: string): Html {
  return html`<code id="secret" class="secret">${text}</code>
${copyButton("secret")}`;
}

/** Copies the text of an element of the page. */
export function copyButton(id: string): Html {
  return html`<p><button type="button" class="button secondary small" data-copies="${id}" hidden>Copy</button> <span class="small quiet" role="status" data-copied></span></p>`;
}
