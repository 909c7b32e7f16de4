import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { csrf } from "hono/csrf";
import { HTTPException } from "hono/http-exception";
import { secureHeaders } from "hono/secure-headers";
import { connect, dataOf } from "./api.ts";
import { eventRoutes } from "./events.ts";
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

const style = readFileSync(new URL("style.css", import.meta.url), "utf8");

/** The storefront as a Hono app: `app.fetch` answers requests. */
export function createStorefront({ apiUrl, apiKey, cookieSecret, webhookSecret }: Settings): Hono {
  const api = connect(apiUrl, apiKey);
  const tools: Tools = {
    api,
    readVisitor: (c) => readVisitor(c, cookieSecret),
    saveVisitor: (c, visitor) => saveVisitor(c, cookieSecret, visitor),
    show: async (c, content, visitor) => {
      const { pieces } = visitor ?? (await readVisitor(c, cookieSecret));
      return c.html(layout({ ...content, store: dataOf(await api.getStore()).name, pieces }));
    },
  };

  const app = new Hono();
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["https:", new URL(apiUrl).origin],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    }),
  );
  // Refuses forms from other sites, by the browser's Origin header.
  app.use(csrf());
  app.get("/style.css", (c) => c.body(style, 200, { "Content-Type": "text/css; charset=utf-8" }));
  app.route("/", catalogPages(tools));
  app.route("/cart", cartPages(tools));
  app.route("/checkout", checkoutPages(tools));
  app.route("/orders", orderPages(tools));
  app.route("/account", accountPages(tools));
  if (webhookSecret !== undefined) app.route("/events", eventRoutes(api, webhookSecret));
  app.notFound((c) => c.html(errorPage(404, "This page doesn’t exist."), 404));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return c.html(errorPage(error.status, error.message), error.status);
    console.error(error);
    return c.html(errorPage(500, "Something went wrong. Please try again."), 500);
  });
  return app;
}
