import { createHash } from "node:crypto";
import { Html, html } from "./html.ts";
import { style } from "./style.ts";

const styleHash = createHash("sha256").update(style).digest("base64");

/** The page runs no script, loads nothing and can be framed by nobody. */
export const pageHeaders = {
  "Content-Security-Policy": `default-src 'none'; img-src https: data:; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

export function page(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${content}
</body>
</html>
`.text;
}

/** A page with a single thing to say. */
export function notice(title: string, text: string, back?: { url: string; label: string }): string {
  return page(
    title,
    html`<main class="notice">
<h1>${title}</h1>
<p>${text}</p>
${back && html`<p><a class="button" href="${back.url}">${back.label}</a></p>`}
<p class="mode"><span class="badge">Test mode</span></p>
</main>`,
  );
}
