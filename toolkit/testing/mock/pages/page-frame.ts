import { type ExchangeResponse, type Page, sendText } from "@counterpart/server/http";
import { html, raw } from "hono/html";
import { pageStyle } from "./page-style.ts";

/** The result of the `html` template, which escapes all interpolated values except such results. */
export type Html = ReturnType<typeof html>;

const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "script-src 'self'",
  "img-src data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Sends a page of the mock, without external resources. Its script only adds conveniences. */
export function sendPage(res: ExchangeResponse, title: string, main: Html): void {
  res.setHeader("Content-Security-Policy", policy);
  res.setHeader("Cache-Control", "no-store");
  sendText(res, "text/html", pageFrame(title, main));
}

function pageFrame(title: string, main: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(pageStyle)}</style>
<script src="${scriptPath}" defer></script>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`.toString();
}

/** A text that can be copied. */
export function codeBlock(text: string): Html {
  return html`<div class="block" data-copy>
<pre tabindex="0"><code>${text}</code></pre>
</div>`;
}

const scriptPath = "/_mock/page.js";

/** The pages' script. */
export const scriptPage: Page = {
  method: "GET",
  path: scriptPath,
  handler: (_req, res) => sendText(res, "text/javascript", script),
};

const script = `for (const block of document.querySelectorAll("[data-copy]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.querySelector("code").textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  block.prepend(button);
}
for (const box of document.querySelectorAll("[data-for]")) {
  document.getElementById(box.dataset.for).addEventListener("input", () => { box.checked = true; });
}
`;
