import type { RequestHandler } from "express";
import helmet from "helmet";
import type { ApiDocument } from "../document/document.ts";
import { allowed } from "./allowed.ts";
import { contextOf } from "./context.ts";

/** An address outside the document. */
export interface Page {
  method: string;
  path: string;
  handler: RequestHandler;
}

/**
 * Answers the pages; everything else goes on to the document's operations. A path of the document's is no page. A method
 * that a page doesn't have is told by `refuse`, as it is of an operation's path, but nobody needs a key for it.
 */
export function operationalPages(pages: Page[], { paths }: Pick<ApiDocument, "paths">): RequestHandler {
  const forPages = helmet();
  const byPath = new Map<string, Map<string, RequestHandler>>();
  for (const { method, path, handler } of pages) {
    if (paths.includes(path)) continue;
    byPath.set(path, (byPath.get(path) ?? new Map<string, RequestHandler>()).set(method, handler));
  }
  return (req, res, next) => {
    const byMethod = byPath.get(req.path);
    if (!byMethod) return next();
    const context = contextOf(res);
    const method = req.method === "HEAD" && !byMethod.has("HEAD") ? "GET" : req.method;
    const handler = byMethod.get(method);
    if (!handler) {
      const [first = ""] = byMethod.keys();
      context.page = `${first} ${req.path}`;
      context.allow = allowed([...byMethod.keys()]);
      return next();
    }
    context.page = `${method} ${req.path}`;
    forPages(req, res, () => {
      const pending: unknown = handler(req, res, next);
      if (pending instanceof Promise) pending.catch(next);
    });
  };
}
