import { createHash } from "node:crypto";
import type { Response } from "express";
import { html, raw } from "hono/html";
import { style } from "./style.ts";

const styleHash = createHash("sha256").update(style).digest("base64");

// Pages run no scripts, load only product images and can't be framed.
const headers = {
  "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; img-src http: https:; base-uri 'none'; frame-ancestors 'none'`,
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** Pages contain nothing asynchronous, so the result is text at once. */
export type Html = ReturnType<typeof html>;

export const testBadge = html`<span class="badge">Test mode</span>`;

export function page(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
${content}
</body>
</html>
`;
}

/** A page with a message. */
export function notice(title: string, text: string, back?: { url: string; label: string }): Html {
  return page(
    title,
    html`<main class="notice">
<h1>${title}</h1>
<p>${text}</p>
${back && html`<p><a class="button" href="${back.url}">${back.label}</a></p>`}
<p>${testBadge}</p>
</main>`,
  );
}

export function sendPage(response: Response, content: Html, status = 200): void {
  response.status(status).set(headers).type("html").send(String(content));
}

export function sendUnknown(response: Response): void {
  const text =
    "Unknown link. It may have been created before the stand-in was started. Return to the shop and try again.";
  sendPage(response, notice("Page not found", text), 404);
}

export function day(seconds: number): string {
  return new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(seconds * 1000);
}

export function shortDay(seconds: number): string {
  return new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(seconds * 1000);
}
