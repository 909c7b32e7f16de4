import { html } from "hono/html";
import { type Frame, type Html, layout } from "./layout.ts";

/** Makes no calls to the shop, which may be what failed. */
export function errorPage(status: number, message: string, frame: Frame): Html {
  const title = status === 404 ? "Not found" : status < 500 ? "That didn’t work" : "We’ll be right back";
  const body = html`<h1>${title}</h1>
<p>${message}</p>
<p><a class="button" href="/">Back to the store</a></p>`;
  return layout({ title, body, ...frame });
}
