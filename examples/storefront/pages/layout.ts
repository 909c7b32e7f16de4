import { html } from "hono/html";

export type Html = ReturnType<typeof html>;

export interface Content {
  title: string;
  body: Html;
  /** The search that the page shows the results of. */
  q?: string;
}

export interface Frame {
  store: string;
  /** The number of items in the cart. */
  pieces: number;
}

export function layout({ title, body, q = "", store, pieces }: Content & Frame): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === store ? store : `${title} · ${store}`}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<div class="wide">
<a class="store" href="/">${store}</a>
<form class="search" role="search" action="/">
<label class="unseen" for="q">Search</label>
<input id="q" type="search" name="q" value="${q}" maxlength="100" placeholder="Search">
<button class="quiet">Search</button>
</form>
<nav aria-label="Store">
<a href="/orders">Orders</a>
<a href="/account">Account</a>
<a class="cart" href="/cart">Cart${pieces > 0 ? html` <span class="count">${pieces}</span>` : ""}</a>
</nav>
</div>
</header>
<main id="main" class="wide" tabindex="-1">
${body}
</main>
<footer class="wide">
<p>${store}</p>
<p><a href="/">Products</a> <a href="/orders">Orders</a> <a href="/cart">Cart</a></p>
</footer>
</body>
</html>`;
}
