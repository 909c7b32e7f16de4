import { html, raw } from "hono/html";
import { includesRole, type Role } from "../../domain/role.ts";
import type { Html, PageReply, StoreRequest, VisitorRequest } from "../route.ts";
import { postForm } from "./forms.ts";
import { type IconName, icon } from "./icons.ts";
import { emailText } from "./texts.ts";

/** Placeholder for the parts of a page that are sent later. */
export const placeOfMore = "<!-- more -->";

interface LayoutParts {
  page: PageReply;
  /** Undefined if the person couldn't be determined. */
  request: VisitorRequest | StoreRequest | undefined;
  base: string;
  /** The requested path as browsers see it. */
  currentPath: string;
  notice: string | undefined;
}

/** A whole page, for a store, a person without one, or a visitor. */
export function layout({ page, request, base, currentPath, notice }: LayoutParts): Html {
  const store = request && "store" in request ? request : undefined;
  const title = store ? `${page.title} · ${store.store.name}` : `${page.title} · Counterpart`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="${base}/assets/dashboard.css">
<script src="${base}/assets/dashboard.js" defer></script>
<link rel="icon" href="${base}/assets/icon.svg" type="image/svg+xml">
</head>
<body class="${store ? "in-store" : "alone"}">
<a class="skip" href="#main">Skip to content</a>
${store ? storeHeader(store, { base, currentPath }) : plainHeader(request, base)}
${
  store
    ? html`<div class="page">
${searchBar(store, currentPath)}
${content(page, notice)}
</div>`
    : content(page, notice)
}
</body>
</html>
`;
}

function content(page: PageReply, notice: string | undefined): Html {
  return html`<main id="main" tabindex="-1">
${notice !== undefined && html`<p class="notice" role="status">${notice}</p>`}
${page.content}
${page.more && raw(placeOfMore)}
</main>`;
}

/** A search of the whole store; Enter sends it. */
function searchBar({ link, query }: StoreRequest, currentPath: string): Html {
  const action = link("/search");
  const text = currentPath === action ? (query.get("q") ?? "") : "";
  return html`<search class="find-bar"><form class="find" action="${action}">
${icon("search")}<label class="hidden-text" for="find">Search orders, products and customers</label>
<input id="find" name="q" type="search" value="${text}" placeholder="Search orders, products, customers" autocomplete="off">
</form></search>`;
}

function storeHeader(
  request: StoreRequest,
  { base, currentPath }: { base: string; currentPath: string },
): Html {
  const items = navigation(request, currentPath);
  const { name } = request.store;
  return html`<header class="side"><div class="side-content">
<p class="store-name"><a href="${request.link("")}"><span class="mark" aria-hidden="true">${initialOf(name)}</span>${name}</a>
${!request.store.isPublished && html`<span class="tag wait">Not published</span>`}</p>
<nav class="wide" aria-label="Store">${items}</nav>
<details class="narrow menu"><summary>Menu</summary><div class="menu-sheet"><nav aria-label="Store">${items}</nav>${personMenu(request, base)}</div></details>
<div class="wide person">${personMenu(request, base)}</div>
</div></header>`;
}

function initialOf(name: string): string {
  return Array.from(name.trim())[0]?.toUpperCase() ?? "";
}

function personMenu(request: VisitorRequest, base: string): Html {
  return html`<p class="who">${request.person && emailText(request.person.email)}</p>
<ul class="links">
<li><a href="${base}">All stores</a></li>
<li><a href="${base}/account">Your account</a></li>
<li>${postForm(request, `${base}/sign-out`, html`<button class="link">Sign out</button>`)}</li>
</ul>`;
}

function plainHeader(request: VisitorRequest | undefined, base: string): Html {
  return html`<header class="top">
<p class="brand"><a href="${base}">Counterpart</a></p>
${
  request?.person &&
  html`<nav aria-label="Account"><ul class="links"><li class="who">${emailText(request.person.email)}</li>
<li><a href="${base}/account">Your account</a></li>
<li>${postForm(request, `${base}/sign-out`, html`<button class="link">Sign out</button>`)}</li></ul></nav>`
}
</header>`;
}

interface NavigationItem {
  label: string;
  /** Below the store's path. Also matches pages below this path. */
  path: string;
  icon: IconName;
  /** The lowest role that may open it. */
  role: Role;
  /** Whether a line separates it from the items above. */
  isApart?: boolean;
}

/** In display order. */
const navigationItems: NavigationItem[] = [
  { label: "Overview", path: "", icon: "overview", role: "read_only" },
  { label: "Orders", path: "/orders", icon: "orders", role: "read_only" },
  { label: "Products", path: "/products", icon: "products", role: "read_only" },
  { label: "Subscriptions", path: "/subscriptions", icon: "subscriptions", role: "read_only" },
  { label: "People", path: "/people", icon: "people", role: "owner", isApart: true },
  { label: "Settings", path: "/settings", icon: "settings", role: "owner" },
  { label: "Shipping", path: "/shipping", icon: "shipping", role: "owner" },
  { label: "Promotion codes", path: "/codes", icon: "codes", role: "owner" },
  { label: "Payments", path: "/payments", icon: "payments", role: "owner" },
  { label: "API keys", path: "/keys", icon: "keys", role: "owner" },
  { label: "Events", path: "/events", icon: "events", role: "owner" },
  { label: "Audit trail", path: "/audit", icon: "audit", role: "read_only", isApart: true },
];

/** The store's pages that this person may open, with the current one marked. */
function navigation(request: StoreRequest, currentPath: string): Html {
  const mayOpen = navigationItems.filter(({ role }) => includesRole(request.role, role));
  return html`<ul class="navigation">
${mayOpen.map(({ label, path, icon: name, isApart }) => {
  const href = request.link(path);
  const isCurrent = currentPath === href || (path !== "" && currentPath.startsWith(`${href}/`));
  return html`<li${isApart ? html` class="apart"` : ""}><a href="${href}"${isCurrent ? html` aria-current="page"` : ""}>${icon(name)}${label}</a></li>`;
})}
</ul>`;
}
