import type { Request, RequestHandler } from "express";
import helmet from "helmet";
import { allowed } from "./allowed.ts";
import { middlewareStep, type Step, sequence } from "./composition/step.ts";
import type { RequestContext } from "./context.ts";

/** An address outside the document. */
export interface Page {
  method: string;
  path: string;
  handler: RequestHandler;
}

interface PageSurroundings {
  /** Whether the document has this path, which then isn't a page's. */
  isTaken: (path: string) => boolean;
  /** Answers when a page's handler calls `next`. */
  otherwise: Step;
}

/** Finds the page of a request, and stores it in the context. */
export type FindPage = (req: Request, context: RequestContext) => Step | undefined;

/**
 * HEAD is answered as GET. A method that a page doesn't have is recorded in the context: it is refused like one at an
 * operation's path, but without asking for a credential.
 */
export function createPageFinder(pages: Page[], { isTaken, otherwise }: PageSurroundings): FindPage {
  const forPages = helmet();
  const byPath = new Map<string, Map<string, Step>>();
  for (const { method, path, handler } of pages) {
    if (isTaken(path)) continue;
    const byMethod = byPath.get(path) ?? new Map<string, Step>();
    byPath.set(path, byMethod.set(method, sequence(middlewareStep(forPages, handler), otherwise)));
  }
  return (req, context) => {
    const byMethod = byPath.get(context.path);
    if (!byMethod) return undefined;
    const method = req.method === "HEAD" && !byMethod.has("HEAD") ? "GET" : req.method;
    const page = byMethod.get(method);
    if (page) {
      context.page = `${method} ${context.path}`;
      return page;
    }
    const [first = ""] = byMethod.keys();
    context.page = `${first} ${context.path}`;
    context.allow = allowed([...byMethod.keys()]);
    return undefined;
  };
}
