import { createHash } from "node:crypto";
import type { Response } from "express";
import { html, raw } from "hono/html";
import { style } from "./style.ts";

const styleHash = createHash("sha256").update(style).digest("base64");

// The URL contains the session id, so it isn't cached or sent as a referrer. No scripts or external resources.
const headers = {
  "Content-Security-Policy": policy("form-action 'none'"),
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
};

/** Browsers also apply `form-action` to where a form redirects, which is the payment page. Images are the merchant's. */
const formPolicy = policy("form-action 'self' https: http:; img-src 'self' https: http:");

function policy(more: string): string {
  return `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; ${more}; frame-ancestors 'none'`;
}

/** The result of hono/html's `html` template. It escapes interpolated values, unless they are `Html` themselves. */
export type Html = ReturnType<typeof html>;

export interface BuyerPage {
  title: string;
  /** Shown above the content; null if the shop is unknown. */
  storeName: string | null;
  content: Html;
  /** BCP 47; English by default. */
  language?: string | undefined;
  /** Whether it has a product's form and image. */
  isForm?: boolean;
  /** Shown below the content, in development only. */
  developer?: Html | undefined;
}

export function layout({ title, storeName, content, language = "en", developer }: BuyerPage): Html {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${storeName === null ? title : `${title} · ${storeName}`}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
${storeName !== null && html`<p class="shop">${storeName}</p>`}
<div class="sheet">
${content}
</div>
${developer}
</main>
</body>
</html>
`;
}

export async function sendPage(res: Response, page: BuyerPage, status = 200): Promise<void> {
  const text = String(await layout(page));
  res.status(status).set(headers);
  if (page.isForm) res.set("Content-Security-Policy", formPolicy);
  res.type("html").send(text);
}
