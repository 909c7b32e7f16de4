import { html } from "hono/html";
import { includesRole, type Role } from "../../domain/role.ts";
import type { Html, StoreRequest } from "../route.ts";
import { type IconName, icon } from "./icons.ts";

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
export function navigation(request: StoreRequest, currentPath: string): Html {
  const mayOpen = navigationItems.filter(({ role }) => includesRole(request.role, role));
  return html`<ul class="navigation">
${mayOpen.map(({ label, path, icon: name, isApart }) => {
  const href = request.link(path);
  const isCurrent = currentPath === href || (path !== "" && currentPath.startsWith(`${href}/`));
  return html`<li${isApart ? html` class="apart"` : ""}><a href="${href}"${isCurrent ? html` aria-current="page"` : ""}>${icon(name)}${label}</a></li>`;
})}
</ul>`;
}
