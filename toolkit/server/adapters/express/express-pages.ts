import express, { type Application, type RequestHandler } from "express";
import type { Handler } from "../../http/exchange.ts";
import type { Page as OwnPage } from "../../http/pages.ts";

/** A page whose handler is written for Express. */
export interface Page extends Omit<OwnPage, "handler"> {
  handler: RequestHandler;
}

/** Pages with Express handlers, for the `pages` of a service on Node. */
export function expressPages(pages: Page[]): OwnPage[] {
  return pages.map((page) => ({ ...page, handler: expressHandler(page.handler) }));
}

/** An Express handler, for a page or the middleware of a service on Node: it gets Express's request and response. */
export function expressHandler(handler: RequestHandler): Handler {
  const apps = new Map<number, Application>();
  const appFor = ({ trustProxy = 0 }: { trustProxy?: number }): Application => {
    const known = apps.get(trustProxy);
    if (known) return known;
    const app = express().disable("x-powered-by").set("etag", false).set("query parser", "extended");
    app.set("trust proxy", trustProxy).use(handler);
    apps.set(trustProxy, app);
    return app;
  };
  return (req, res, next) => (appFor(req as { trustProxy?: number }) as unknown as Handler)(req, res, next);
}
