import type { Page } from "@counterpart/server/http/pages";
import { html, raw } from "hono/html";
import { pageStyle } from "./page-style.ts";

/** The result of the `html` template, which escapes all interpolated values except such results. */
export type Html = ReturnType<typeof html>;

/** A page of the mock, without external resources. Its script only adds buttons that copy. */
export function pageFrame(title: string, main: Html): string {
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

const scriptPath = "/_mock/copy.js";

/** The pages' script. */
export const scriptPage: Page = {
  method: "GET",
  path: scriptPath,
  handler: (_req, res) => res.type("text/javascript").send(script),
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
`;
