import { readFileSync } from "node:fs";
import { type Context, Hono } from "hono";
import { csrf } from "hono/csrf";
import { HTTPException } from "hono/http-exception";
import { secureHeaders } from "hono/secure-headers";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { connect, dataOf } from "./api.ts";
import { eventRoutes } from "./events.ts";
import { opensOrder, orderLink } from "./order-link.ts";
import { accountPages } from "./pages/account.ts";
import { cartPages } from "./pages/cart.ts";
import { catalogPages } from "./pages/catalog.ts";
import { checkoutPages } from "./pages/checkout.ts";
import { errorPage } from "./pages/error.ts";
import { layout } from "./pages/layout.ts";
import { orderPages } from "./pages/orders.ts";
import type { Settings } from "./settings.ts";
import type { Tools } from "./tools.ts";
import { readVisitor, saveVisitor } from "./visitor.ts";

const files = [
  ["/style.css", "text/css; charset=utf-8"],
  ["/icon.svg", "image/svg+xml"],
] as const;

/** The storefront as a Hono app: `app.fetch` answers requests. */
export function createStorefront(settings: Settings): Hono {
  const { apiUrl, apiKey, cookieSecret, webhookSecret, publicUrl } = settings;
  const api = connect(apiUrl, apiKey);
  // Error pages show the last name, since the shop may not respond.
  let store = "Storefront";
  const tools: Tools = {
    api,
    readVisitor: (c) => readVisitor(c, cookieSecret),
    saveVisitor: (c, visitor) => saveVisitor(c, cookieSecret, visitor),
    show: async (c, content, visitor) => {
      const { pieces } = visitor ?? (await readVisitor(c, cookieSecret));
      store = dataOf(await api.getStore()).name;
      return c.html(layout({ ...content, store, pieces }));
    },
    orderLink: (orderId) => publicUrl + orderLink(orderId, cookieSecret),
    opensOrder: (orderId, query) => opensOrder(orderId, query, cookieSecret),
  };

  const app = new Hono();
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", "https:", new URL(apiUrl).origin],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    }),
  );
  // Refuses forms from other sites, by the browser's Origin header.
  app.use(csrf());
  for (const [path, type] of files) {
    const text = readFileSync(new URL(`.${path}`, import.meta.url), "utf8");
    app.get(path, (c) => c.body(text, 200, { "Content-Type": type }));
  }
  app.route("/", catalogPages(tools));
  app.route("/cart", cartPages(tools));
  app.route("/checkout", checkoutPages(tools));
  app.route("/orders", orderPages(tools));
  app.route("/account", accountPages(tools));
  if (webhookSecret !== undefined) app.route("/events", eventRoutes(tools, webhookSecret));
  const showError = async (c: Context, status: ContentfulStatusCode, message: string) => {
    const { pieces } = await tools.readVisitor(c);
    return c.html(errorPage(status, message, { store, pieces }), status);
  };
  app.notFound((c) => showError(c, 404, "This page doesn’t exist."));
  app.onError((error, c) => {
    if (error instanceof HTTPException)
      return showError(c, error.status as ContentfulStatusCode, error.message);
    console.error(error);
    return showError(c, 500, "Something went wrong. Please try again.");
  });
  return app;
}
