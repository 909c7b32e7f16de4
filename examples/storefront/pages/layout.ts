import { html } from "hono/html";

export type Html = ReturnType<typeof html>;

export interface Content {
  title: string;
  body: Html;
}

export function layout({ title, body, store, pieces }: Content & { store: string; pieces: number }): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${store}</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<a class="store" href="/">${store}</a>
<nav aria-label="Store">
<a href="/orders">Orders</a>
<a href="/account">Account</a>
<a href="/cart">Cart${pieces > 0 ? html` <span class="count">${pieces}</span>` : ""}</a>
</nav>
</header>
<main id="main" tabindex="-1">
${body}
</main>
</body>
</html>`;
}
