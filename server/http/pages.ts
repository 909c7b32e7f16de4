import type { RequestHandler } from "express";
import helmet from "helmet";
import { contextOf } from "./context.ts";
import type { ApiDocument } from "./document.ts";

/** An address outside the document. */
export interface Page {
  method: string;
  path: string;
  handler: RequestHandler;
}

/** Answers the pages; everything else goes on to the document's operations. A path of the document's is no page. */
export function operationalPages(pages: Page[], { raw }: Pick<ApiDocument, "raw">): RequestHandler {
  const forPages = helmet();
  const byAddress = new Map(
    pages
      .filter(({ path }) => raw.paths?.[path] === undefined)
      .map(({ method, path, handler }) => [`${method} ${path}`, handler]),
  );
  return (req, res, next) => {
    const method = req.method === "HEAD" ? "GET" : req.method;
    const address = `${method} ${req.path}`;
    const handler = byAddress.get(address);
    if (!handler) return next();
    contextOf(res).page = address;
    forPages(req, res, () => {
      const pending: unknown = handler(req, res, next);
      if (pending instanceof Promise) pending.catch(next);
    });
  };
}
